/** Where each keyword of a schema goes in its normal form. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const aboutNumbers = words('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf')

/** Keywords about the values of one type: a length says nothing about numbers. */
const about: Readonly<Record<string, ReadonlySet<string>>> = {
  string: words('minLength maxLength pattern contentEncoding contentMediaType'),
  integer: aboutNumbers,
  number: aboutNumbers,
  array: words('items prefixItems minItems maxItems uniqueItems'),
  object: words('properties patternProperties additionalProperties required minProperties maxProperties'),
}

/** Keywords that concern values of some types only. */
export const typedKeywords: ReadonlySet<string> = new Set(Object.values(about).flatMap(each => [...each]))

/** Whether a keyword of {@link typedKeywords} concerns the values of a type. */
export function concerns(keyword: string, type: string): boolean {
  return about[type]?.has(keyword) ?? false
}

export const annotationKeywords: ReadonlySet<string> = new Set([
  ...words('title description summary example examples externalDocs'),
  ...words('$comment $id $anchor $dynamicAnchor $schema $vocabulary'),
  'beside $ref',
])

/** Conditions that are compared as a whole: set, dropped or changed. */
export const conditionKeywords = words(`
  if then else not contains minContains maxContains propertyNames contentSchema
  dependentRequired dependentSchemas dependencies unevaluatedItems unevaluatedProperties`)

/** Limits on a count, and which of two holds when both do. */
export const limitKeywords: ReadonlyMap<string, 'max' | 'min'> = new Map([
  ['maxLength', 'max'],
  ['minLength', 'min'],
  ['maxItems', 'max'],
  ['minItems', 'min'],
  ['maxProperties', 'max'],
  ['minProperties', 'min'],
])

/** Keywords that the normal form has a field for. */
export const structuralKeywords: ReadonlySet<string> = new Set([
  ...words('$ref $dynamicRef $defs definitions allOf oneOf anyOf type nullable enum const format default'),
  ...words('discriminator readOnly writeOnly deprecated'),
  ...typedKeywords,
])
