import ts from 'typescript'

const { factory } = ts

/** The properties of an interface or an object type. */
export function properties(node: ts.Node): ts.PropertySignature[] {
  if (!ts.isInterfaceDeclaration(node) && !ts.isTypeLiteralNode(node)) return []
  return node.members.filter(ts.isPropertySignature)
}

/** The property of that name, or undefined. */
export function property(node: ts.Node, name: string): ts.PropertySignature | undefined {
  return properties(node).find(each => nameOf(each) === name)
}

/** The type at the end of a path of property names. */
export function typeAt(node: ts.Node, ...names: string[]): ts.TypeNode | undefined {
  return names.reduce<ts.Node | undefined>((place, name) => place && property(place, name)?.type, node) as
    | ts.TypeNode
    | undefined
}

export function nameOf(node: ts.PropertySignature): string {
  return ts.isComputedPropertyName(node.name) ? node.name.getText() : node.name.text
}

/** The interface of that name in a list of statements. */
export function interfaceOf(nodes: readonly ts.Node[], name: string): ts.InterfaceDeclaration {
  const found = nodes.find(node => ts.isInterfaceDeclaration(node) && node.name.text === name)
  if (!found) throw new Error(`openapi-typescript wrote no interface ${name}`)
  return found as ts.InterfaceDeclaration
}

/** The names of `components["schemas"]["Account"]`: a section of the components, and a name in it. */
export function componentOf(node: ts.Node): { section: string; name: string } | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return undefined
  const { objectType: components, indexType: section } = node.objectType
  const isComponents = ts.isTypeReferenceNode(components) && typeName(components) === 'components'
  const [inSection, name] = [literalOf(section), literalOf(node.indexType)]
  return isComponents && inSection && name ? { section: inSection, name } : undefined
}

/** `Account` of a reference to the type of that name. */
export function typeName({ typeName }: ts.TypeReferenceNode): string | undefined {
  return ts.isIdentifier(typeName) ? typeName.text : undefined
}

/**
 * A copy of a syntax tree with some nodes replaced.
 *
 * @param replacement The node instead of the given one, or undefined to look into it.
 */
export function rewrite<Node extends ts.Node>(
  tree: Node,
  replacement: (node: ts.Node) => ts.Node | undefined,
): Node {
  const { transformed } = ts.transform(tree, [
    context => root => {
      const visit = (node: ts.Node): ts.Node => replacement(node) ?? ts.visitEachChild(node, visit, context)
      return visit(root) as Node
    },
  ])
  return transformed[0] as Node
}

export function reference(name: string): ts.TypeReferenceNode {
  return factory.createTypeReferenceNode(name)
}

export function union(...types: ts.TypeNode[]): ts.TypeNode {
  return factory.createUnionTypeNode(types)
}

export const emptyText = factory.createLiteralTypeNode(factory.createStringLiteral(''))

/** `string & {}`: any string, which does not swallow the literals beside it, so that editors still offer them. */
export const anyOtherText = factory.createParenthesizedType(
  factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]),
)

/** `${bigint}`: the digits of any integer. */
export const digits = factory.createTemplateLiteralType(factory.createTemplateHead(''), [
  factory.createTemplateLiteralTypeSpan(
    factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword),
    factory.createTemplateTail(''),
  ),
])

function literalOf(node: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : undefined
}
