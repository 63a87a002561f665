import { createRequire } from 'node:module'
import { corpus } from '@trading-network/test/corpus'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/**
 * The contract as a stranger reads it: `spec/dist/openapi.json` with Ajv, and the rules that its introduction gives in
 * words. It shares no code with the server, and so no mistakes either.
 */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: string | number | boolean | readonly string[]
}

const document = createRequire(import.meta.url)('@trading-network/spec/openapi.json')

const inRange = (least: bigint, most: bigint) => (text: string) =>
  /^-?\d+$/.test(text) && BigInt(text) >= least && BigInt(text) <= most

const ajv = new Ajv2020({
  strict: false,
  formats: {
    int32: { type: 'number', validate: value => Math.abs(value) < 2 ** 31 },
    int64: inRange(-(2n ** 63n), 2n ** 63n - 1n),
    uint64: inRange(0n, 2n ** 64n - 1n),
    amount: true,
    byte: true,
  },
})
// In words: an even number of hexadecimal digits, a well-known name, or a name of a record, which these tests do not use.
ajv.addKeyword({
  keyword: 'x-tn-well-known',
  validate: (names: readonly string[], id: string) => /^([0-9a-fA-F]{2})+$/.test(id) || names.includes(id),
})
ajv.addSchema(document, 'contract')

function resolved<T extends object>({ $ref, ...node }: T & { readonly $ref?: string }): T {
  if ($ref === undefined) return node as unknown as T
  const steps = $ref.split('/').slice(1)
  return { ...resolved<T>(steps.reduce((at, step) => at[step], document)), ...node }
}

type Path = [path: string, { get: { operationId: string; parameters: readonly Parameter[] } }]

/** Every operation with all its parameters. */
export const operations = (Object.entries(document.paths) as Path[]).map(([path, { get }]) => ({
  operationId: get.operationId,
  path,
  parameters: get.parameters.map(parameter => resolved<Parameter>(parameter)),
}))
export type Operation = (typeof operations)[number]

/** The schema of one value of a parameter. */
export function valueSchema({ schema }: Parameter): Schema {
  return resolved<Schema>(resolved<Schema>(schema).items ?? schema)
}

/** True for a cursor. The contract says in words that only the cursors of the same list are valid. */
export const isCursor = ({ schema }: Parameter): boolean => schema.$ref?.endsWith('/Cursor') ?? false

const validators = new WeakMap<Parameter, ValidateFunction>()

/** True if the contract allows a parameter with these texts, each of them the value of one `name=value`. */
export function allows(parameter: Parameter, texts: readonly string[]): boolean {
  const isList = parameter.schema.type === 'array'
  const values = texts.map(text => parsed(valueSchema(parameter), text))
  if (!isList && values.length > 1) return false
  const absolute = JSON.stringify(parameter.schema).replaceAll('"#/', '"contract#/')
  const validate = validators.get(parameter) ?? ajv.compile(JSON.parse(absolute))
  validators.set(parameter, validate)
  return validate(isList ? values : values[0])
}

/** In words: a boolean is `true` or `false`, an integer is plain digits without sign or leading zero. */
function parsed({ type }: Schema, text: string): unknown {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (type === 'integer' && /^(0|[1-9]\d*)$/.test(text)) return Number(text)
  return text
}

/** The cursors in the contract's examples of an operation. */
export function exampleCursors(operationId: string): readonly string[] {
  const own = Object.entries(corpus).filter(([name]) => name.startsWith(`${operationId}-`))
  return [...JSON.stringify(own).matchAll(/"cursor":"([^"]+)"/g)].map(([, cursor]) => cursor as string)
}
