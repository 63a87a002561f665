import type { Json, JsonObject } from '../load/json.ts'

const typesOf: Record<string, readonly string[]> = {
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  contentEncoding: ['string'],
  contentMediaType: ['string'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  exclusiveMinimum: ['integer', 'number'],
  exclusiveMaximum: ['integer', 'number'],
  multipleOf: ['integer', 'number'],
  items: ['array'],
  prefixItems: ['array'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  properties: ['object'],
  patternProperties: ['object'],
  additionalProperties: ['object'],
  required: ['object'],
  minProperties: ['object'],
  maxProperties: ['object'],
}

/** Whether a keyword is about the values of a type: a length says nothing about numbers. */
export function concerns(keyword: string, type: string): boolean {
  return typesOf[keyword]?.includes(type) ?? false
}

/** The schemas without keywords that have no effect, and these keywords. */
export function withoutIdle(
  leaves: readonly JsonObject[],
  types: ReadonlySet<string> | undefined,
  isListed: boolean,
) {
  const idle = new Map<string, Json>()
  const isIdle = (keyword: string) => types !== undefined && ![...types].some(type => concerns(keyword, type))
  const isWithout = (keyword: string) => keyword in typesOf && (isListed || isIdle(keyword))
  const useful = leaves.map(leaf => {
    if (!Object.keys(leaf).some(isWithout)) return leaf
    const kept: JsonObject = {}
    for (const [keyword, value] of Object.entries(leaf))
      if (isWithout(keyword)) idle.set(keyword, value)
      else kept[keyword] = value
    return kept
  })
  return { useful, idle }
}
