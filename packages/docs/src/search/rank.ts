import type { SearchResult } from 'minisearch'
import { term } from './words.ts'

/** The page of a part: its path without the anchor. */
export const pageOf = (path: string) => path.split('#')[0] as string

/**
 * The share of a question's words that each page has in any of its parts, from 0 to 1. A rare word counts more than a
 * usual one. Long questions have words that many pages share.
 */
export function sharesOf(hits: readonly SearchResult[], documents: number): ReadonlyMap<string, number> {
  const found = Map.groupBy(
    hits.flatMap(({ id, queryTerms }) => [...new Set(queryTerms)].map(word => ({ id: String(id), word }))),
    ({ word }) => word,
  )
  const shares = new Map<string, number>()
  let all = 0
  for (const places of found.values()) {
    const weight = Math.log(1 + documents / places.length)
    all += weight
    for (const page of new Set(places.map(({ id }) => pageOf(id))))
      shares.set(page, (shares.get(page) ?? 0) + weight)
  }
  return new Map([...shares].map(([page, weight]) => [page, weight / all]))
}

/** Pairs of words that follow each other, such as those of an error message. */
export function pairsOf(text: string): ReadonlySet<string> {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_.-]+/u)
    .map(word => term(word) ?? word)
  return new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`))
}
