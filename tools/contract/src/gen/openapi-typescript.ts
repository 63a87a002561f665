import openapiTS, { astToString, type OpenAPI3, type OpenAPITSOptions } from 'openapi-typescript'
import ts from 'typescript'
import type { Contract } from './contract.ts'
import type { TypedSchema } from './document.ts'
import { banner } from './text.ts'

/** The output of openapi-typescript without a change by us: the test of our types compares them with it. */
export async function untransformed(contract: Contract): Promise<string> {
  return `${banner}\n${astToString(await run(structuredClone(contract)))}`
}

/** The output of openapi-typescript as a syntax tree, with the types that the document gives as text. */
export function syntaxTree(document: Contract): Promise<ts.Node[]> {
  return run(document, {
    // A parameter with a default value stays optional.
    defaultNonNullable: false,
    transform: schema => {
      const text = (schema as TypedSchema)['x-type']
      return text === undefined ? undefined : ts.factory.createTypeReferenceNode(text)
    },
  })
}

/**
 * Syntax trees as text. Documentation comments are as editors show them best: the description without a tag, no lines that
 * repeat the type, and no indentation, which Markdown takes for code.
 */
export function print(nodes: ts.Node[]): string {
  return nodes
    .map(node => astToString(node))
    .join('\n')
    .replace(/^ *\* (Format: .*|@enum .*|@constant)\n/gm, '')
    .replaceAll('* @description ', '* ')
    .replace(/^( *\*) {5}/gm, '$1 ')
    .replace(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */')
}

function run(contract: Contract, options: OpenAPITSOptions = {}): Promise<ts.Node[]> {
  return openapiTS(contract as unknown as OpenAPI3, { silent: true, ...options })
}
