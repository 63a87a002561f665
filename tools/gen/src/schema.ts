import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import type { Contract, Parameter, Schema } from './contract.ts'
import { banner, typeImports } from './text.ts'
import { integerText, typeModules, typeText } from './types.ts'

/**
 * `schema.ts`: the `paths` and `components` that openapi-fetch is typed by, written by openapi-typescript.
 *
 * Its schemas are references to the named types of `models.ts` and `enums.ts`, so that a response has the same short
 * type name everywhere.
 */
export async function schema(contract: Contract): Promise<string> {
  const nodes = await openapiTS(withParameterTypes(contract) as unknown as OpenAPI3, {
    silent: true,
    transform: (each, { path }) => {
      const type = replacement(each as Schema & TypedSchema, path)
      return type === undefined ? undefined : ts.factory.createTypeReferenceNode(type)
    },
  })
  const code = astToString(nodes)
  return `${banner}\n${typeImports(code, typeModules(contract))}\n${code}`
}

function replacement(each: Schema & TypedSchema, path: string | undefined): string | undefined {
  const component = path?.match(/^#\/components\/schemas\/([^/]+)$/)?.[1]
  return component ?? each['x-typescript'] ?? integerText(each, 'response')
}

interface TypedSchema {
  'x-typescript'?: string
}

/**
 * The same contract with the type of each parameter decided: openapi-typescript shares one type between requests and
 * responses, and its `transform` does not handle references.
 */
function withParameterTypes(contract: Contract): Contract {
  const copy = structuredClone(contract)
  const operations = Object.values(copy.paths).flatMap(({ get }) => get.parameters ?? [])
  const parameters = [...operations, ...Object.values(copy.components.parameters ?? {})]
  for (const parameter of parameters.filter((each): each is Parameter => 'schema' in each)) {
    const typed: Schema & TypedSchema = {
      type: 'string',
      'x-typescript': typeText(contract, parameter.schema, 'request'),
    }
    parameter.schema = typed
  }
  return copy
}
