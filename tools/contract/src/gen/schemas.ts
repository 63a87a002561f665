import ts from 'typescript'
import { brands } from './brands.ts'
import type { Contract } from './contract.ts'
import { documentOf, querySchemas, withText } from './document.ts'
import { enumNames, typeImports } from './imports.ts'
import { print, syntaxTree } from './openapi-typescript.ts'
import { banner } from './text.ts'

const { factory } = ts

/** `schema.ts`: the `paths` for openapi-fetch, with references to the types of `models.ts`. */
export async function schema(contract: Contract): Promise<string> {
  const document = documentOf(contract)
  const { schemas } = document.components
  for (const [name, each] of Object.entries(schemas)) schemas[name] = withText(each, name)
  return file(contract, 'schema.ts', await syntaxTree(document))
}

/**
 * `models.ts`: each schema of the contract, and the parameters of each operation, under its own name. So hovers and
 * errors say `Account`, not `components["schemas"]["Account"]`.
 */
export async function models(contract: Contract): Promise<string> {
  const document = documentOf(contract)
  const queries = querySchemas(document)
  Object.assign(document.components.schemas, queries)
  const elsewhere = new Set([...brands, ...enumNames(contract)])
  const own = schemasOf(await syntaxTree(document)).filter(({ name }) => !elsewhere.has(name.text))
  const declarations = own.map(each => declaration(each, each.name.text in queries))
  return file(contract, 'models.ts', declarations)
}

function file(contract: Contract, name: string, nodes: ts.Node[]): string {
  const code = print(nodes)
  return `${banner}\n${typeImports(contract, name, code)}\n${code}`
}

/** A property in the output of openapi-typescript. */
type Property = ts.PropertySignature & { name: ts.Identifier; type: ts.TypeNode }

function propertiesOf(node: ts.Node | undefined): Property[] {
  return [
    ...((node as ts.InterfaceDeclaration | ts.TypeLiteralNode | undefined)?.members ?? []),
  ] as Property[]
}

/** The properties of `components.schemas`. */
function schemasOf(tree: ts.Node[]): Property[] {
  const components = tree.find(node => ts.isInterfaceDeclaration(node) && node.name.text === 'components')
  return propertiesOf(propertiesOf(components).find(({ name }) => name.text === 'schemas')?.type)
}

function declaration(schema: Property, isQuery: boolean): ts.Node {
  const { name, type } = schema
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)]
  const members = propertiesOf(type).map(each => (isQuery ? orUndefined(each) : each))
  // An interface is shown by its name, in hovers and errors; an alias of an object is spelt out there.
  const declared = ts.isTypeLiteralNode(type)
    ? factory.createInterfaceDeclaration(exported, name, undefined, undefined, members)
    : factory.createTypeAliasDeclaration(exported, name, undefined, type)
  return ts.setSyntheticLeadingComments(declared, ts.getSyntheticLeadingComments(schema))
}

/** An unset variable is `undefined`. With exactOptionalPropertyTypes the type of an optional parameter must allow it. */
function orUndefined(parameter: Property): Property {
  const { modifiers, name, questionToken, type } = parameter
  if (!questionToken) return parameter
  const union = factory.createUnionTypeNode([type, factory.createTypeReferenceNode('undefined')])
  return factory.updatePropertySignature(parameter, modifiers, name, questionToken, union) as Property
}
