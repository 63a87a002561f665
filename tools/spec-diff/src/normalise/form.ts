import type { Json, JsonObject } from '../load/json.ts'

/** Schemas that a value must follow together, as those of an `allOf`. An empty list admits anything. */
export type Conjunction = readonly Json[]

export interface Bound {
  value: number | bigint
  exclusive: boolean
}

export interface Union {
  kind: 'oneOf' | 'anyOf'
  branches: readonly Conjunction[]
  holder: JsonObject
  hasNull: boolean
}

/**
 * The meaning of a schema, independent of its notation: references followed, `allOf` merged, both dialects alike,
 * without explicit defaults, sets as sets. Inner schemas are brought into this form when they are needed.
 */
export interface Form {
  /** Equal for the same schema of the same document. */
  id: string
  /** The schema itself, references followed and `allOf` opened. */
  whole: Conjunction
  component?: string
  isNever: boolean
  /** The types without `null`; undefined is any type. */
  types?: ReadonlySet<string>
  isNullable: boolean
  /** Enum and const, canonical text to value. */
  values?: ReadonlyMap<string, Json>
  isOpenEnum: boolean
  /** `maximum`, `maxLength` and the like; those that limit nothing are left out. */
  limits: ReadonlyMap<string, Bound>
  formats: ReadonlySet<string>
  patterns: ReadonlySet<string>
  multiples: ReadonlySet<number | bigint>
  hasUniqueItems: boolean
  encoding?: string
  default?: { value: Json }
  properties: ReadonlyMap<string, Conjunction>
  required: ReadonlySet<string>
  /** `properties` is present, even an empty one. Without it, an object has any fields. */
  listsFields: boolean
  /** The schema of fields that are not listed; `false` refuses them, undefined admits anything. */
  others?: Conjunction | false
  items?: Conjunction
  unions: readonly Union[]
  discriminator?: { property: string; mapping: ReadonlyMap<string, Conjunction> }
  /** `if`, `not`, `contains` and the like, with the digests of their schemas. */
  conditions: ReadonlyMap<string, string>
  isReadOnly: boolean
  isWriteOnly: boolean
  isDeprecated: boolean
  /** Keywords without a field here: texts, examples, extensions, keywords without effect, unknown ones. */
  annotations: ReadonlyMap<string, Json>
  /** The object with the keyword, for its place; the schema itself if no object has it. */
  holder(keyword?: string): JsonObject
}

const none: ReadonlySet<never> = new Set()

/** A set. All empty ones are the same object, because most are empty. */
export function setOf<Item>(items: readonly Item[]): ReadonlySet<Item> {
  return items.length > 0 ? new Set(items) : none
}
