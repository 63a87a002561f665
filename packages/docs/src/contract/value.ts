import { componentName } from '@trading-network/contract/document'
import { type Contract, type Deprecation, resolve, type SchemaObject, withoutOtherNames } from './document.ts'
import { type Mark, marksOf } from './provenance.ts'
import { partKey } from './since.ts'

/** The information on a parameter, a field or a named schema for readers. */
export interface Value {
  /** Such as `string`, `int32`, `decimal`, `array of StopOrderStatus`. */
  readonly type: string
  readonly description: string
  /** The named schema or enum behind the value, or behind its elements. */
  readonly schema?: string
  readonly isArray: boolean
  /** Unit and scale in words, such as `Unix nanoseconds`. */
  readonly unit?: string
  /** Limits of the value in words: bounds, lengths, a pattern as code. */
  readonly limits: readonly string[]
  readonly fallback?: string
  /** The field that a filter tests, with its comparison: `epoch >= value`. */
  readonly tests?: string
  readonly marks: readonly Mark[]
  /** The version that brought it, unless it was the first. */
  readonly since?: string | undefined
  /** Such as `deprecated since 2026-12-01, until 2027-06-30`. */
  readonly deprecation?: string
  readonly enum?: Enum
  /** Fields of an object, or of the objects in a list. */
  readonly fields: readonly Field[]
}

export type Field = readonly [name: string, value: Value, isRequired: boolean]

export interface Enum {
  readonly marks: readonly Mark[]
  readonly values: readonly {
    readonly name: string
    readonly meaning: string
    readonly since?: string | undefined
    readonly deprecation?: string
  }[]
}

const UNITS: Readonly<Record<string, string>> = {
  'unix-nanoseconds': 'Unix nanoseconds',
  fraction: 'a fraction: 0.01 is 1 percent',
  quantum: 'in quantum, the asset’s own smallest amount of note',
}

const SCALES: Readonly<Record<string, string>> = {
  asset: 'scaled by the decimals of the asset',
  market: 'scaled by the price decimals of the market',
  position: 'scaled by the position decimals of the market',
}

/** The field of an object at a path such as `stopOrder.status`. */
export function fieldAt(value: Value | undefined, path: string): Value | undefined {
  return path.split('.').reduce((at, wanted) => at?.fields.find(([name]) => name === wanted)?.[1], value)
}

/** Describes a schema as it stands at one place of the contract, with all that is in it; `itself` is the name of a named one. */
export function describe(contract: Contract, place: SchemaObject, itself?: string): Value {
  const schema = withoutOtherNames(contract, place)
  const whole = resolve(contract, schema)
  const isArray = whole.type === 'array'
  const items = withoutOtherNames(contract, whole.items ?? {})
  const element = isArray ? resolve(contract, items) : whole
  const name = componentName(schema) ?? (isArray ? componentName(items) : undefined)
  const sinceOf = (part: string) => contract.since?.get(partKey(name ?? itself ?? '', part))
  const one = typeName(element)
  const unit = whole['x-tn-unit'] ?? element['x-tn-unit']
  const scale = whole['x-tn-scaled-by'] ?? element['x-tn-scaled-by']
  const words = [unit && (UNITS[unit] ?? unit), scale && (SCALES[scale] ?? `scaled by ${scale}`)].filter(
    word => word !== undefined,
  )
  const required = new Set(element.required)
  return {
    type: isArray ? `list of ${one}` : one,
    description: whole.description ?? '',
    ...(name !== undefined && { schema: name }),
    isArray,
    ...(words.length > 0 && { unit: words.join(', ') }),
    limits: [...limits(whole), ...(isArray ? limits(element) : [])],
    ...(whole.default !== undefined && { fallback: String(whole.default) }),
    // Only the marks of this place. The marks of a named schema are on its page, and beside its values.
    marks: marksOf(schema),
    ...deprecationOf(place),
    ...(element.enum && { enum: enumOf(element, sinceOf) }),
    fields: Object.entries(element.properties ?? {}).map(
      ([field, inner]) =>
        [field, { ...describe(contract, inner), since: sinceOf(field) }, required.has(field)] as const,
    ),
  }
}

function typeName(schema: SchemaObject): string {
  if (schema.enum) return 'enum'
  if (typeof schema.additionalProperties === 'object') return 'map of string'
  if (schema.type === 'string' && schema.format !== undefined) return `${schema.format} as string`
  return schema.format ?? schema.type ?? 'any'
}

function enumOf(schema: SchemaObject, sinceOf: (value: string) => string | undefined): Enum {
  const meanings = schema['x-enumDescriptions'] ?? {}
  return {
    marks: marksOf(schema),
    values: (schema.enum ?? []).map(name => {
      const days = schema['x-tn-deprecated-values']?.[name]
      return {
        name,
        meaning: meanings[name] ?? '',
        since: sinceOf(name),
        ...deprecation(days?.since, days?.sunset),
      }
    }),
  }
}

function limits(schema: SchemaObject): string[] {
  const { minimum, maximum, minItems, maxItems, minLength, maxLength, pattern } = schema
  return [
    ...range(minimum, maximum, ''),
    ...range(minItems, maxItems, ' elements'),
    ...(minLength === 1 && maxLength === undefined
      ? ['not empty']
      : range(minLength, maxLength, ' characters')),
    ...(pattern === undefined ? [] : [`Pattern: \`${pattern}\``]),
  ]
}

function range(least: number | undefined, most: number | undefined, noun: string): string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${noun}`]
  if (least !== undefined) return [`at least ${least}${noun}`]
  return most === undefined ? [] : [`at most ${most}${noun}`]
}

/** `deprecated since 2026-12-01, until 2027-06-30`, for a badge; nothing for a part that stays. */
export function deprecationOf(part: Deprecation): { deprecation?: string } {
  return deprecation(part['x-tn-deprecated-since'], part['x-sunset'])
}

function deprecation(since: string | undefined, sunset: string | undefined): { deprecation?: string } {
  if (since === undefined) return {}
  return { deprecation: `deprecated since ${since}${sunset === undefined ? '' : `, until ${sunset}`}` }
}
