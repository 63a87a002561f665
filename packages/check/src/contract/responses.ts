import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Json } from '../json.ts'
import { contract, enumOf, follow, type Header, type Schema } from './document.ts'
import type { Operation } from './operations.ts'

const between = (least: bigint, most: bigint) => (text: string) =>
  /^-?\d+$/.test(text) && BigInt(text) >= least && BigInt(text) <= most

/** The formats of the contract as tests of a text; numbers are left to minimum and maximum. */
const formats: Readonly<Record<string, true | ((text: string) => boolean)>> = {
  int32: true,
  int64: between(-(2n ** 63n), 2n ** 63n - 1n),
  uint64: between(0n, 2n ** 64n - 1n),
  amount: text => /^-?\d*$/.test(text),
}

const ajv = new Ajv2020({ strict: false, allErrors: true, formats })
// Ajv knows the keyword, and does not check it.
ajv.removeKeyword('contentEncoding')
ajv.addKeyword({
  keyword: 'contentEncoding',
  validate: (_: string, text: string) => Buffer.from(text, 'base64').toString('base64') === text,
})
ajv.addSchema(withOpenEnums(contract) as object, 'contract')

/** The problems of the body of a 200 response, one sentence each. */
export function bodyBreaches({ path }: Operation, body: Json | undefined): string[] {
  return breaches(`contract#/paths/${escaped(path)}/get/responses/200/content/application~1json/schema`, body)
}

export function errorBreaches(body: Json | undefined): string[] {
  return breaches('contract#/components/schemas/ErrorBody', body)
}

/** The headers that the contract declares for a status. */
function declaredHeaders({ responses }: Operation, status: number): Readonly<Record<string, Header>> {
  return (responses[status] ?? responses.default)?.headers ?? {}
}

/** The problems of a response's headers, by the contract. */
export function headerBreaches(operation: Operation, status: number, headers: Headers): string[] {
  return Object.entries(declaredHeaders(operation, status)).flatMap(([name, declared]) => {
    const { value, name: header } = follow(declared)
    const { required, schema } = value
    const text = headers.get(name)
    if (text === null) return required ? [`header ${name} of a ${status} is missing`] : []
    const validate = ajv.getSchema(`contract#/components/headers/${header}/schema`) as ValidateFunction
    const isNumber = follow(schema).value.type === 'integer' && /^-?\d+$/.test(text)
    if (validate(isNumber ? Number(text) : text)) return []
    const what = validate.errors?.[0]?.message ?? 'is wrong'
    return [`header ${name} of a ${status} ${what}, got ${JSON.stringify(text)}`]
  })
}

function breaches(schema: string, body: Json | undefined): string[] {
  const validate = ajv.getSchema(schema) as ValidateFunction
  return validate(body) ? [] : (validate.errors ?? []).map(sentence)
}

/** Rows of a page break the contract alike, so the sentence leaves out which one it was. */
function sentence({ instancePath, message = 'is wrong' }: ErrorObject): string {
  const place = instancePath
    .slice(1)
    .replaceAll(/\/\d+(?=\/|$)/g, '[]')
    .replaceAll('/', '.')
  return `${place === '' ? 'the body' : place} ${message}`
}

/** The contract with open enums that take any name or number: readers must accept values that came later. */
function withOpenEnums(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withOpenEnums)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([key, value]) => [key, withOpenEnums(value)] as const)
  const isOpen = 'anyOf' in node && enumOf(node as Schema) !== undefined
  if (!isOpen) return Object.fromEntries(entries)
  const others = entries.filter(([key]) => key !== 'enum' && key !== 'anyOf')
  return { ...Object.fromEntries(others), type: 'string', pattern: '^([A-Z][A-Z0-9_]*|-?[0-9]+)$' }
}

function escaped(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))
}
