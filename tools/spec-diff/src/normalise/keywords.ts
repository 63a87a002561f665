import type { Json, JsonObject } from '../load/json.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const aboutNumbers = words('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf')

/** Keywords about the values of one type. A length has no effect on numbers. */
const about: Readonly<Record<string, ReadonlySet<string>>> = {
  string: words('minLength maxLength pattern contentEncoding contentMediaType'),
  integer: aboutNumbers,
  number: aboutNumbers,
  array: words('items minItems maxItems uniqueItems'),
  object: words('properties additionalProperties required minProperties maxProperties'),
}

export const typedKeywords: ReadonlySet<string> = new Set(Object.values(about).flatMap(each => [...each]))

/** True for a keyword about the values of a type. */
export function concerns(keyword: string, type: string): boolean {
  return about[type]?.has(keyword) ?? false
}

const annotationKeywords: ReadonlySet<string> = new Set([
  ...words('title description summary example examples externalDocs'),
  ...words('$comment $id $anchor $dynamicAnchor $schema $vocabulary'),
  'beside $ref',
])

/** True for a keyword that informs people. */
export function isAnnotation(keyword: string): boolean {
  return annotationKeywords.has(keyword) || keyword.startsWith('x-')
}

/** True for a schema with some keywords, and annotations. */
export function hasOnly(schema: JsonObject, keywords: readonly string[]): boolean {
  return Object.keys(schema).every(key => keywords.includes(key) || isAnnotation(key))
}

/** The values of a keyword in schemas that hold together. */
export function statedBy(leaves: readonly JsonObject[], keyword: string): Json[] {
  return leaves.flatMap(leaf => (leaf[keyword] === undefined ? [] : [leaf[keyword]]))
}

/** Conditions that are compared as a whole: set, dropped or changed. */
export const conditionKeywords = words(`
  if then else not contains minContains maxContains propertyNames contentSchema
  dependentRequired dependentSchemas dependencies unevaluatedItems unevaluatedProperties
  patternProperties prefixItems`)

/** Those of them that describe fields and items. No rule covers their changes. */
export const structureConditions = words('patternProperties prefixItems items')

export const limitKeywords = words(
  'minimum maximum minLength maxLength minItems maxItems minProperties maxProperties',
)

/** Keywords that the normal form has a field for. */
export const structuralKeywords: ReadonlySet<string> = new Set([
  ...words('$ref $dynamicRef $defs definitions allOf oneOf anyOf type nullable enum const format default'),
  ...words('discriminator readOnly writeOnly deprecated'),
  ...typedKeywords,
])

/** The schemas without keywords that have no effect, and these keywords. In an enum of scalars no limit has one. */
export function effective(
  leaves: readonly JsonObject[],
  types: ReadonlySet<string> | undefined,
  isEnum: boolean,
): { leaves: readonly JsonObject[]; idle: ReadonlyMap<string, Json> } {
  const isIdle = (keyword: string) =>
    typedKeywords.has(keyword) &&
    (isEnum || (types !== undefined && ![...types].some(type => concerns(keyword, type))))
  const idle = new Map(leaves.flatMap(leaf => Object.entries(leaf)).filter(([keyword]) => isIdle(keyword)))
  if (idle.size === 0) return { leaves, idle }
  const withoutIdle = (leaf: JsonObject) =>
    Object.fromEntries(Object.entries(leaf).filter(([keyword]) => !idle.has(keyword)))
  return { leaves: leaves.map(withoutIdle), idle }
}
