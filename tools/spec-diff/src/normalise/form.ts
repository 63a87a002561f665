import type { Json, JsonObject } from '../load/json.ts'

/** Schemas that hold together, as the members of an `allOf` do. None means: anything. */
export type Conjunction = readonly Json[]

/** One end of a range of numbers. */
export interface Bound {
  value: number | bigint
  exclusive: boolean
}

/** A choice between schemas. */
export interface Union {
  kind: 'oneOf' | 'anyOf'
  branches: readonly Conjunction[]
  holder: JsonObject
  /** Whether `null` is another branch. */
  hasNull: boolean
}

/**
 * The meaning of a schema, independent of its notation: references followed, `allOf` merged, both dialects alike,
 * defaults not written out, sets as sets. Schemas within are conjunctions, looked at when they are reached.
 */
export interface Form {
  /** Equal for the same schema of the same document. */
  id: string
  /** The schema itself, references followed and `allOf` opened. */
  whole: Conjunction
  /** The name of the component that the schema is, where it is one. */
  component?: string
  /** Nothing is valid. */
  isNever: boolean
  /** The types without `null`; undefined is any type. */
  types?: ReadonlySet<string>
  isNullable: boolean
  /** Enum and const, canonical text to value. */
  values?: ReadonlyMap<string, Json>
  isOpenEnum: boolean
  lower?: Bound
  upper?: Bound
  /** `maxLength` and the like; those that limit nothing are left out. */
  limits: ReadonlyMap<string, number | bigint>
  formats: ReadonlySet<string>
  patterns: ReadonlySet<string>
  multiples: ReadonlySet<number | bigint>
  hasUniqueItems: boolean
  encoding?: string
  default?: { value: Json }
  properties: ReadonlyMap<string, Conjunction>
  required: ReadonlySet<string>
  /** Whether fields are listed, be it none. An object that lists none has any. */
  listsFields: boolean
  namePatterns: ReadonlyMap<string, Conjunction>
  /** The schema of fields that are not listed; `false` refuses them, undefined admits anything. */
  others?: Conjunction | false
  items?: Conjunction
  tuple: readonly Conjunction[]
  unions: readonly Union[]
  negation?: Conjunction
  discriminator?: { property: string; mapping: ReadonlyMap<string, Conjunction> }
  /** `if`, `contains` and the like by keyword: their texts as JSON, references followed. */
  conditions: ReadonlyMap<string, readonly string[]>
  isReadOnly: boolean
  isWriteOnly: boolean
  isDeprecated: boolean
  /** Titles, descriptions, examples, extensions. */
  annotations: ReadonlyMap<string, Json>
  /** Keywords that nobody knows. */
  unknown: ReadonlyMap<string, Json>
  /** The object that has the keyword, for its place; the schema itself when none has it. */
  holder(keyword?: string): JsonObject
}
