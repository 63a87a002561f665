import type { Json, JsonObject } from '../load/json.ts'
import { concerns, typedKeywords } from './keywords.ts'

/** The schemas without keywords that have no effect, and these keywords. */
export function withoutIdle(
  leaves: readonly JsonObject[],
  types: ReadonlySet<string> | undefined,
  isListed: boolean,
) {
  const idle = new Map<string, Json>()
  const isIdle = (keyword: string) => types !== undefined && ![...types].some(type => concerns(keyword, type))
  const isWithout = (keyword: string) => typedKeywords.has(keyword) && (isListed || isIdle(keyword))
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
