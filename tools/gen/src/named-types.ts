import ts from 'typescript'
import { simplifyComments } from './documentation.ts'
import { componentOf, interfaceOf, nameOf, properties, property, reference, rewrite } from './type-nodes.ts'

const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)]

/**
 * Gives each schema a declaration of its own: `Account` instead of `components["schemas"]["Account"]`, in the code as in
 * the messages of the compiler.
 *
 * @param tree The output of openapi-typescript.
 * @param elsewhere Names that other files declare: enums, and our types for integers in text.
 * @returns The declarations of the schemas, and the output with references to them.
 */
export function nameSchemas(
  tree: readonly ts.Node[],
  elsewhere: ReadonlySet<string>,
): { models: ts.Node[]; schema: ts.Node[] } {
  const named = tree.map(node => rewrite(node, componentReference))
  const components = interfaceOf(named, 'components')
  const schemas = property(components, 'schemas')?.type as ts.TypeNode
  const isSchema = new Set<ts.Node>(properties(schemas))
  const models = properties(schemas).filter(each => !elsewhere.has(nameOf(each)))
  return {
    models: models.map(declaration),
    schema: named.map(node => rewrite(node, each => (isSchema.has(each) ? referring(each) : undefined))),
  }
}

function componentReference(node: ts.Node): ts.Node | undefined {
  simplifyComments(node)
  const component = componentOf(node)
  return component?.section === 'schemas' ? reference(component.name) : undefined
}

function declaration(schema: ts.PropertySignature): ts.Node {
  const type = schema.type as ts.TypeNode
  // An interface is shown by its name, in hovers and errors; an alias of an object is spelt out there.
  const declared = ts.isTypeLiteralNode(type)
    ? ts.factory.createInterfaceDeclaration(exported, nameOf(schema), undefined, undefined, type.members)
    : ts.factory.createTypeAliasDeclaration(exported, nameOf(schema), undefined, type)
  return ts.setSyntheticLeadingComments(declared, ts.getSyntheticLeadingComments(schema))
}

function referring(node: ts.Node): ts.Node {
  const schema = node as ts.PropertySignature
  const { modifiers, name, questionToken } = schema
  return ts.factory.updatePropertySignature(schema, modifiers, name, questionToken, reference(nameOf(schema)))
}
