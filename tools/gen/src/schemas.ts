import type ts from 'typescript'
import { brands } from './brands.ts'
import type { Contract } from './contract.ts'
import { enumNames, typeImports } from './imports.ts'
import { nameSchemas } from './named-types.ts'
import { print, syntaxTree } from './openapi-typescript.ts'
import { asWritten, queryInterfaces } from './parameters.ts'
import { banner } from './text.ts'

/**
 * The files that openapi-typescript writes, by name: `models.ts` has the schemas, `schema.ts` the `paths` for
 * openapi-fetch, and `parameters.ts` the parameters of each operation.
 */
export async function schemas(contract: Contract): Promise<Record<string, string>> {
  const elsewhere = new Set([...brands, ...enumNames(contract)])
  const { models, schema } = nameSchemas(await syntaxTree(contract), elsewhere)
  const written = asWritten(contract, schema)
  const file = (name: string, nodes: readonly ts.Node[]) => {
    const code = print(nodes)
    return `${banner}\n${typeImports(contract, name, code)}\n${code}`
  }
  return {
    'models.ts': file('models.ts', models),
    'schema.ts': file('schema.ts', written),
    'parameters.ts': file('parameters.ts', queryInterfaces(contract, written)),
  }
}
