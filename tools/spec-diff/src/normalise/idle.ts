import type { Json, JsonObject } from '../load/json.ts'

const concerns: Record<string, readonly string[]> = {
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

/** Whether a keyword has no effect on values of these types: a length says nothing about numbers. */
function isIdle(keyword: string, types: ReadonlySet<string> | undefined): boolean {
  const its = concerns[keyword]
  return its !== undefined && types !== undefined && !its.some(type => types.has(type))
}

/** The schemas without keywords that have no effect, and these keywords. */
export function withoutIdle(
  leaves: readonly JsonObject[],
  types: ReadonlySet<string> | undefined,
  isListed: boolean,
) {
  const idle = new Map<string, Json>()
  const isWithout = (keyword: string) => isIdle(keyword, types) || (isListed && keyword in concerns)
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
