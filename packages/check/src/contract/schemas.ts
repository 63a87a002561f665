import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { Json } from '../json.ts'
import { bodySchema, type Operation, responseOf } from './operations.ts'

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

/** The problems of the body of a response, one sentence each. */
export function bodyBreaches(operation: Operation, status: number, body: Json): string[] {
  const validate = ajv.compile(bodySchema(operation, status))
  return validate(body) ? [] : (validate.errors ?? []).map(sentence)
}

/** The problems of a response's headers, by the contract. */
export function headerBreaches(operation: Operation, status: number, headers: Headers): string[] {
  const declared = Object.entries(responseOf(operation, status).headers ?? {})
  return declared.flatMap(([name, { required, schema }]) => {
    const text = headers.get(name)
    if (text === null) return required ? [`header ${name} of a ${status} is missing`] : []
    const validate = ajv.compile(schema)
    if (validate(schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text)) return []
    const what = validate.errors?.[0]?.message ?? 'is wrong'
    return [`header ${name} of a ${status} ${what}, got ${JSON.stringify(text)}`]
  })
}

/** Rows of a page break the contract alike, so the sentence leaves out which one it was. */
function sentence({ instancePath, message = 'is wrong' }: ErrorObject): string {
  const place = instancePath
    .slice(1)
    .replaceAll(/\/\d+(?=\/|$)/g, '[]')
    .replaceAll('/', '.')
  return `${place === '' ? 'the body' : place} ${message}`
}
