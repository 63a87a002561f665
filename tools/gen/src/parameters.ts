import ts from 'typescript'
import { brandOf, brands } from './brands.ts'
import { type Contract, type Operation, operationsOf, type Parameter, queryName } from './contract.ts'
import {
  componentOf,
  digits,
  interfaceOf,
  nameOf,
  property,
  rewrite,
  typeAt,
  typeName,
  union,
} from './type-nodes.ts'

/**
 * The fourth step, because a `$ref` reaches no `transform` and openapi-typescript has one type for requests and responses.
 * A request takes any digits as an integer, so that a program can write a literal, and read-only lists.
 */
export function asWritten(contract: Contract, tree: readonly ts.Node[]): ts.Node[] {
  const schemas = Object.entries(contract.components.schemas)
  const integers = new Set<string>([
    ...brands,
    ...schemas.filter(([, schema]) => brandOf(schema)).map(([name]) => name),
  ])
  const written = (node: ts.Node): ts.Node | undefined => {
    if (ts.isTypeReferenceNode(node) && integers.has(typeName(node) ?? '')) return digits
    if (!ts.isArrayTypeNode(node)) return undefined
    const list = ts.factory.createArrayTypeNode(rewrite(node.elementType, written))
    return ts.factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, list)
  }
  const isParameters = (node: ts.Node) => ts.isPropertySignature(node) && nameOf(node) === 'parameters'
  return tree.map(node => rewrite(node, each => (isParameters(each) ? rewrite(each, written) : undefined)))
}

/**
 * One interface per operation: all path and query parameters, with their names in the URL, in the order of the contract.
 *
 * A type computed from `paths` would cost each call site thousands of instantiations and lose the descriptions.
 *
 * @param schema The output of openapi-typescript, with parameters as they are written.
 */
export function queryInterfaces(contract: Contract, schema: readonly ts.Node[]): ts.Node[] {
  return operationsOf(contract).map(operation => {
    const { operationId, parameters } = operation
    const names = parameters.map(each => each.name)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice) throw new Error(`${operationId} has two parameters named ${twice}: one flat object cannot`)
    const members = parameters.map(each => member(schema, operationId, each))
    return queryInterface(operation, members)
  })
}

function queryInterface(operation: Operation, members: ts.PropertySignature[]): ts.Node {
  const declared = ts.factory.createInterfaceDeclaration(
    [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)],
    queryName(operation),
    undefined,
    undefined,
    members,
  )
  const doc = `* Parameters of {@link TradingNetworkApi.${operation.operationId}}. `
  return ts.addSyntheticLeadingComment(declared, ts.SyntaxKind.MultiLineCommentTrivia, doc, true)
}

function member(schema: readonly ts.Node[], operationId: string, parameter: Parameter): ts.PropertySignature {
  const place = typeAt(interfaceOf(schema, 'operations'), operationId, 'parameters', parameter.in)
  const written = place && property(place, parameter.name)
  if (!written?.type)
    throw new Error(`openapi-typescript wrote no parameter ${parameter.name} of ${operationId}`)
  const shared = componentOf(written.type)
  const type =
    (shared && typeAt(interfaceOf(schema, 'components'), shared.section, shared.name)) ?? written.type
  const { modifiers, name, questionToken } = written
  // An unset variable is `undefined`. With exactOptionalPropertyTypes the type must allow it.
  const optional = questionToken
    ? union(type, ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword))
    : type
  return ts.factory.updatePropertySignature(written, modifiers, name, questionToken, optional)
}
