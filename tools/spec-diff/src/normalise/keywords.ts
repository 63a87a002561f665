/** Where each keyword of a schema goes in its normal form. */

export const annotationKeywords = new Set([
  'title',
  'description',
  'summary',
  'example',
  'examples',
  'externalDocs',
  '$comment',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$schema',
  '$vocabulary',
  'beside $ref',
])

/** Conditions that are compared as a whole: set, dropped or changed. */
export const conditionKeywords = new Set([
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
  'not',
])

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
export const structuralKeywords = new Set([
  '$ref',
  '$dynamicRef',
  '$defs',
  'definitions',
  'allOf',
  'oneOf',
  'anyOf',
  'type',
  'nullable',
  'enum',
  'const',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'uniqueItems',
  'contentEncoding',
  'contentMediaType',
  'default',
  'properties',
  'required',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'discriminator',
  'readOnly',
  'writeOnly',
  'deprecated',
  ...limitKeywords.keys(),
])
