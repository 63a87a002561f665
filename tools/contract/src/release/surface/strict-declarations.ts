import ts from 'typescript'

/**
 * Writes declarations in a form that the compiler compares by structure and in the right direction:
 *
 * - A method becomes a field with a function. The compiler compares parameters of methods in either direction.
 * - Private members go, because two classes with private members are never the same type.
 * - A `unique symbol`, such as the name of a brand, becomes a string. Two symbols are never the same.
 */
export function strict(text: string): string {
  const source = ts.createSourceFile('x.d.ts', text, ts.ScriptTarget.ESNext, true)
  const { transformed } = ts.transform(source, [
    context => root => {
      const visit = (node: ts.Node): ts.Node | undefined => {
        if (ts.isClassElement(node) && isPrivate(node)) return undefined
        const member = fieldOf(node) ?? node
        if (ts.isTypeOperatorNode(member) && member.operator === ts.SyntaxKind.UniqueKeyword)
          return ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(nameOf(member.parent)))
        return ts.visitEachChild(member, visit, context)
      }
      return ts.visitEachChild(root, visit, context)
    },
  ])
  return ts.createPrinter().printFile(transformed[0]!)
}

/** The field for a method; nothing for another node, and for overloads, which only methods can have. */
function fieldOf(node: ts.Node): ts.Node | undefined {
  if (!ts.isMethodSignature(node) && !ts.isMethodDeclaration(node)) return undefined
  const name = node.name.getText()
  const siblings: readonly ts.Node[] = 'members' in node.parent ? [...node.parent.members] : []
  if (siblings.filter(each => (each as ts.MethodSignature).name?.getText() === name).length > 1)
    return undefined
  const result = node.type ?? ts.factory.createKeywordTypeNode(ts.SyntaxKind.AnyKeyword)
  const type = ts.factory.createFunctionTypeNode(node.typeParameters, node.parameters, result)
  return ts.isMethodSignature(node)
    ? ts.factory.createPropertySignature(undefined, node.name, node.questionToken, type)
    : ts.factory.createPropertyDeclaration(undefined, node.name, node.questionToken, type, undefined)
}

function nameOf(declaration: ts.Node): string {
  return ts.isVariableDeclaration(declaration) ? declaration.name.getText() : 'symbol'
}

function isPrivate(node: ts.ClassElement): boolean {
  const isHidden = ts.canHaveModifiers(node)
    ? ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
    : false
  return isHidden || (node.name !== undefined && ts.isPrivateIdentifier(node.name))
}
