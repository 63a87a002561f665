import { api } from './api.ts'
import {
  type Contract,
  componentName,
  lookUp,
  type Operation,
  operationsOf,
  type Parameter,
  recordField,
} from './contract.ts'
import { typeImports } from './imports.ts'
import { banner, literal, quote } from './text.ts'

/** `operations.ts`: the client's interface, and the operations as tables for run time. */
export function operations(contract: Contract): string {
  const all = operationsOf(contract)
  const code = [version(contract), ids(all), api(all), routes(contract, all), table(contract, all)].join('\n')
  return `${banner}\n${typeImports(contract, 'operations.ts', code)}\n${code}`
}

function version({ info }: Contract): string {
  return `/** The version of the contract that these types are made from. */
export const CONTRACT_VERSION: string = ${quote(info.version)}
`
}

function ids(all: Operation[]): string {
  const union = all.map(operation => `\n  | ${quote(operation.operationId)}`).join('')
  return `/** The operations by the name that the contract gives them. */\nexport type OperationId =${union}\n`
}

function routes(contract: Contract, all: Operation[]): string {
  const entries = all.map(operation => {
    const { operationId, path, page } = operation
    return `  ${operationId}: ${literal({ path, page: page?.field, record: recordField(contract, operation) })},\n`
  })
  return `/** The route of each operation: the little that a client carries. {@link operations} has the rest. */
export const routes: { readonly [Id in OperationId]: Route } = {
${entries.join('')}}
`
}

function table(contract: Contract, all: Operation[]): string {
  const entries = all.map(({ operationId, path, summary = '', response, page, parameters: declared }) => {
    const parameters = declared.map(each => `      ${literal(parameter(contract, each))},\n`)
    return `  ${operationId}: {
    path: ${quote(path)},
    method: 'GET',
    summary: ${quote(summary)},
    response: ${quote(response)},
${page ? `    page: ${literal(page)},\n` : ''}    parameters: [
${parameters.join('')}    ],
  },
`
  })
  return `/** Everything the contract says about calling each operation. Larger than {@link routes}; meant for tools. */
export const operations: { readonly [Id in OperationId]: OperationDescription } = {
${entries.join('')}}
`
}

function parameter(contract: Contract, { name, in: place, required, schema }: Parameter): object {
  const given = lookUp(contract, schema)
  const value = given.items ?? given
  const { type, format, minimum, maximum, enum: values } = lookUp(contract, value)
  return {
    name,
    in: place,
    kind: type,
    format,
    array: given.items ? true : undefined,
    required: required ? true : undefined,
    enum: values && componentName(given.items ?? schema),
    default: given.default,
    minimum,
    maximum,
    maxItems: given.maxItems,
  }
}
