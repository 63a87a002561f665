/** Parts of two documents: the pairs, the removed parts and the added ones. */
export interface Matching<Part> {
  pairs: [base: Part, revision: Part][]
  removed: Set<Part>
  added: Set<Part>
}

/** A key of a part in its document; undefined for a part without one. */
type KeyOf<Part> = (part: Part, side: 'base' | 'revision') => unknown

/** Pairs parts with the same first key, then the others with the same second key, and so on. */
export function matchBy<Part>(
  base: Iterable<Part>,
  revision: Iterable<Part>,
  ...keys: readonly KeyOf<Part>[]
): Matching<Part> {
  const matching: Matching<Part> = { pairs: [], removed: new Set(base), added: new Set(revision) }
  for (const keyOf of keys) {
    const waiting = Map.groupBy(matching.added, part => keyOf(part, 'revision'))
    for (const part of matching.removed) {
      const key = keyOf(part, 'base')
      const partner = key === undefined ? undefined : waiting.get(key)?.shift()
      if (partner) pair(matching, part, partner)
    }
  }
  return matching
}

/** Pairs the remaining parts by likeness, the most alike first. Two parts are not alike below 0.5. */
export function matchAlike<Part>(
  matching: Matching<Part>,
  likeness: (base: Part, revision: Part) => number,
): void {
  const ranked = [...matching.removed]
    .flatMap(base =>
      [...matching.added].map(revision => ({ base, revision, score: likeness(base, revision) })),
    )
    .filter(({ score }) => score >= 0.5)
    .sort((first, second) => second.score - first.score)
  for (const { base, revision } of ranked)
    if (matching.removed.has(base) && matching.added.has(revision)) pair(matching, base, revision)
}

function pair<Part>({ pairs, removed, added }: Matching<Part>, base: Part, revision: Part): void {
  removed.delete(base)
  added.delete(revision)
  pairs.push([base, revision])
}
