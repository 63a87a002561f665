import openapiTS, { astToString, type OpenAPI3, type OpenAPITSOptions } from 'openapi-typescript'
import type ts from 'typescript'
import { brandOf, mayBeEmpty } from './brands.ts'
import { type Contract, componentName, openEnumOf, type Schema } from './contract.ts'
import { withDocumentation } from './documentation.ts'
import { banner } from './text.ts'
import { anyOtherText, emptyText, reference, union } from './type-nodes.ts'

/** The output of openapi-typescript as a syntax tree, with our types for integers in text and for open enums. */
export function syntaxTree(contract: Contract): Promise<ts.Node[]> {
  return run(withDocumentation(contract), { transform: schema => ourType(schema as Schema) })
}

/** The output of openapi-typescript without a change by us: the test of our types compares them with it. */
export async function untransformed(contract: Contract): Promise<string> {
  return `${banner}\n${astToString(await run(structuredClone(contract)))}`
}

/** Statements as text, with an empty line between them. */
export function print(nodes: readonly ts.Node[]): string {
  return nodes.map(node => astToString(node)).join('\n')
}

function run(contract: Contract, options: OpenAPITSOptions = {}): Promise<ts.Node[]> {
  return openapiTS(contract as unknown as OpenAPI3, { silent: true, ...options })
}

function ourType(schema: Schema): ts.TypeNode | undefined {
  const brand = brandOf(schema)
  if (brand) return mayBeEmpty(schema) ? union(reference(brand), emptyText) : reference(brand)
  const known = openEnumOf(schema)
  return known && union(reference(componentName(known) as string), anyOtherText)
}
