import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Carriage } from '../compare/difference.ts'
import { canonical, isObject, type Json } from '../load/json.ts'
import type { Plain } from './plain.ts'

const validator = new Ajv2020({
  strict: false,
  logger: false,
  validateSchema: false,
  messages: false,
  code: { optimize: false },
  allowUnionTypes: true,
})
addFormats.default(validator)

const sizes = [8, 16, 32, 64]
for (const size of sizes) {
  const half = 2n ** BigInt(size - 1)
  define(`int${size}`, -half, half - 1n)
  define(`uint${size}`, 0n, 2n * half - 1n)
}

function define(format: string, lowest: bigint, highest: bigint): void {
  const isWithin = (value: bigint) => value >= lowest && value <= highest
  validator.addFormat(format, {
    type: 'number',
    validate: value => Number.isInteger(value) && isWithin(BigInt(value)),
  })
  validator.addFormat(`text-${format}`, text => /^-?\d+$/.test(text) && isWithin(BigInt(text)))
}

/**
 * The last compiled schemas by their text: the changes of one place need the same ones, and compiling is most of the
 * cost.
 */
const compiled = new Map<string, ValidateFunction>()
const MOST_COMPILED = 50

function compile(schema: Plain): ValidateFunction {
  const text = canonical(schema)
  const known = compiled.get(text)
  if (known) return known
  const validate = validator.compile(schema)
  // Without this the validator would keep every schema.
  validator.removeSchema(schema)
  if (compiled.size >= MOST_COMPILED) compiled.clear()
  compiled.set(text, validate)
  return validate
}

/**
 * Whether a value is valid. Text has no types: it is valid when it can be read as a valid value.
 *
 * @returns Nothing for a schema that the validator cannot read, such as one with an invalid pattern.
 */
export function acceptor(
  schema: Plain,
  carrier: Carriage['carrier'],
): ((value: Json) => boolean) | undefined {
  try {
    const validate = compile(schema)
    if (carrier === 'body') return value => validate(value)
    return value => readings(value).some(each => validate(each))
  } catch {
    return undefined
  }
}

/** The values that a text can stand for. */
function readings(value: Json): Json[] {
  if (value === null) return []
  if (Array.isArray(value)) {
    if (value.some(each => readings(each).length === 0)) return []
    const lists = [(each: Json[]) => each[0], (each: Json[]) => each.at(-1)].map(pick =>
      value.map(each => pick(readings(each)) ?? null),
    )
    // A list of one is written as the one.
    return [...lists, ...(value.length === 1 ? readings(value[0] as Json) : [])]
  }
  if (isObject(value)) return [value]
  const text = String(value)
  const all: Json[] = [text]
  if (/^-?\d+(\.\d+)?$/.test(text)) all.push(Number(text))
  if (text === 'true' || text === 'false') all.push(text === 'true')
  return [...all, ...all.map(each => [each])]
}
