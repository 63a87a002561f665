import type { Contract, Schema } from './contract.ts'
import { documentOf, querySchemas, type TypedSchema } from './document.ts'
import { banner, propertyKey, quote } from './text.ts'

/** As seen from the folder of the file. */
const TYPES = '../../src/index.ts'

/**
 * `texts.ts`, for a test only: our types for text, which openapi-typescript writes as `string`. They do not pass through
 * openapi-typescript.
 */
export function texts(contract: Contract): string {
  const document = documentOf(contract)
  const { schemas, headers = {}, parameters = {} } = document.components
  const groups = { ...schemas, ...querySchemas(document), schemas: { properties: schemas } }
  const members = [
    ...Object.entries(groups).map(([name, { properties = {} }]) => member(name, properties)),
    member('headers', schemasOf(headers)),
    member('parameters', schemasOf(parameters)),
  ]
  return `${banner}
import type * as types from '${TYPES}'

/** The types of fields by schema, of parameters by operation, of schemas that are no object, of headers. */
export interface Texts {
${members.join('')}}
`
}

function schemasOf(parts: Record<string, { schema: Schema }>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(parts).map(([name, { schema }]) => [name, schema]))
}

function member(name: string, fields: Record<string, Schema>): string {
  const lines = Object.entries(fields).flatMap(([field, schema]) => {
    const text = textOf(schema)
    return text ? `    ${propertyKey(field)}: ${text}\n` : []
  })
  return lines.length > 0 ? `  ${name}: {\n${lines.join('')}  }\n` : ''
}

function textOf({ type, enum: values, 'x-type': text }: TypedSchema): string | undefined {
  if (text) return text.replace(/\b[A-Z]\w+/, 'types.$&')
  if (type !== 'string') return undefined
  return values?.map(quote).join(' | ') ?? 'string'
}
