import { type Contract, lookUp, type Operation, type Parameter } from './contract.ts'
import { deprecation, jsDoc, literal, pascalCase, propertyKey } from './text.ts'
import { typeText } from './types.ts'

/** `ListAccountsQuery` of `listAccounts`. */
export function queryName(operation: Operation): string {
  return `${pascalCase(operation.operationId)}Query`
}

/**
 * One interface per operation: all path and query parameters, with their names in the URL.
 *
 * Written out, because a type computed from `paths` would cost each call site thousands of instantiations and lose
 * the descriptions.
 */
export function query(contract: Contract, operation: Operation): string {
  const names = operation.parameters.map(each => each.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice)
    throw new Error(`${operation.operationId} has two parameters named ${twice}: one flat object cannot`)
  const doc = jsDoc([`Parameters of {@link TradingNetworkApi.${operation.operationId}}.`])
  const members = operation.parameters.map(each => property(contract, each))
  return `${doc}export interface ${queryName(operation)} {\n${members.join('')}}\n`
}

function property(contract: Contract, parameter: Parameter): string {
  const schema = lookUp(contract, parameter.schema)
  const standard = schema.default === undefined ? undefined : `@default ${literal(schema.default)}`
  const doc = jsDoc([parameter.description ?? schema.description, standard, deprecation(parameter)], '  ')
  const type = typeText(contract, parameter.schema, 'request')
  // An unset variable is `undefined`. With exactOptionalPropertyTypes the type must allow it.
  const member = parameter.required ? `: ${type}` : `?: ${type} | undefined`
  return `${doc}  ${propertyKey(parameter.name)}${member}\n`
}
