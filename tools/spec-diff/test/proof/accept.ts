import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isObject, type Json } from '../../src/load/json.ts'
import type { Carriage } from '../../src/schemas/difference.ts'

const validator = new Ajv2020({
  strict: false,
  logger: false,
  validateSchema: false,
  messages: false,
  code: { optimize: false },
  allowUnionTypes: true,
})
addFormats.default(validator)

/**
 * A check by a validator that is not ours. Text has no types: it is valid if it can be read as a valid value.
 *
 * @returns Undefined for a schema that the validator cannot read, such as one with an invalid pattern.
 */
export function acceptor(schema: Json, carrier: Carriage['carrier']): ((value: Json) => boolean) | undefined {
  try {
    const validate = validator.compile(schema as object)
    // Without this the validator would keep every schema.
    validator.removeSchema(schema as object)
    if (carrier === 'body') return value => validate(value)
    return value => readings(value).some(reading => validate(reading))
  } catch {
    return undefined
  }
}

/** The values that a text can stand for. A list of one looks like its item. */
function readings(value: Json): Json[] {
  if (value === null) return []
  if (Array.isArray(value)) {
    const items = value.map(item => readings(item).filter(each => !Array.isArray(each)))
    const [only] = value.length === 1 ? items : []
    return [...lists(items), ...(only ?? [])]
  }
  if (isObject(value)) return [value]
  const text = String(value)
  const all: Json[] = [text]
  if (/^-?\d+(\.\d+)?$/.test(text)) all.push(Number(text))
  if (text === 'true' || text === 'false') all.push(text === 'true')
  return [...all, ...all.map(each => [each])]
}

/** Every list with one reading of each item. */
function lists(items: readonly Json[][]): Json[][] {
  return items.reduce<Json[][]>(
    (made, readings) => made.flatMap(list => readings.map(reading => [...list, reading])),
    [[]],
  )
}
