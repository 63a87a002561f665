import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Json } from '../json.ts'
import { contract, follow, type Schema } from './document.ts'
import { formats } from './formats.ts'
import type { Operation } from './operations.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true, formats })
ajv.addSchema(opened(contract) as object, 'contract')

/** The problems of the body of a 200 response, one sentence each. */
export function answerBreaches({ path }: Operation, body: Json | undefined): string[] {
  return breaches(`contract#/paths/${escaped(path)}/get/responses/200/content/application~1json/schema`, body)
}

/** The problems of the body of an error response. */
export function errorBreaches(body: Json | undefined): string[] {
  return breaches('contract#/components/schemas/ErrorBody', body)
}

/** The problems of the headers that the contract requires in a 200 response. */
export function headerBreaches({ path }: Operation, headers: Headers): string[] {
  const declared = contract.paths[path]?.get.responses['200']?.headers ?? {}
  return Object.entries(declared).flatMap(([name, header]) => {
    const { required, schema } = follow(header as { $ref?: string; required?: boolean; schema: Schema }).value
    const value = headers.get(name)
    if (value === null) return required ? [`header ${name} is missing`] : []
    const { pattern } = follow(schema).value
    const fits = pattern === undefined || new RegExp(pattern, 'u').test(value)
    return fits ? [] : [`header ${name} must match ${pattern}, got ${JSON.stringify(value)}`]
  })
}

function breaches(schema: string, body: Json | undefined): string[] {
  const validate = ajv.getSchema(schema) as ValidateFunction | undefined
  if (!validate) throw new Error(`the contract has no schema at ${schema}`)
  return validate(body) ? [] : (validate.errors ?? []).map(sentence)
}

/** Rows of a page break the contract alike, so the sentence leaves out which one it was. */
function sentence({ instancePath, message = 'is wrong' }: ErrorObject): string {
  const place = instancePath
    .slice(1)
    .replaceAll(/\/\d+(?=\/|$)/g, '[]')
    .replaceAll('/', '.')
  return `${place === '' ? 'the answer' : place} ${message}`
}

/** The contract, with names only as the other strings of an open enum: `anyOf` the enum and any string. */
function opened(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(opened)
  if (typeof node !== 'object' || node === null) return node
  const isOpenEnum = 'anyOf' in node
  if (isOpenEnum) return { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, opened(value)]))
}

function escaped(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}
