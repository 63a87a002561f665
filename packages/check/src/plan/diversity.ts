import { fieldsIn, type Json } from '../json.ts'

/**
 * The features of a record: its fields, and those of their values that mean something of their own (names of an enum,
 * true and false, empty, zero).
 */
export function featuresOf(record: Json): string[] {
  return fieldsIn(record).map(([path, value]) =>
    typeof value !== 'object' && /^([A-Z][A-Z0-9_]*|true|false|0|)$/.test(String(value))
      ? `${path}=${value}`
      : Array.isArray(value) && value.length === 0
        ? `${path}=`
        : path,
  )
}

/** The features of a record and pairs of its enum values: a rejected unlink is neither any unlink nor any rejection. */
export function pairsOf(record: Json): string[] {
  const features = featuresOf(record)
  const names = features.filter(feature => /=[A-Z]/.test(feature))
  const pairs = names.flatMap((first, index) => names.slice(index + 1).map(second => `${first} ${second}`))
  return [...features, ...pairs]
}

/**
 * Chooses items that have as many different features as possible: the first one, and then again and again the one with
 * the most features that none has yet. Items without any new feature are left out.
 */
export function mostDiverse<Item>(
  items: readonly Item[],
  featuresOf: (item: Item) => readonly string[],
  maxItems: number,
): Item[] {
  const left = new Map(items.map(item => [item, new Set(featuresOf(item))]))
  const chosen: Item[] = []
  while (chosen.length < maxItems) {
    let best: Item | undefined
    for (const [item, features] of left) {
      if (features.size > (best === undefined ? 0 : (left.get(best)?.size ?? 0))) best = item
      if (chosen.length === 0 && best !== undefined) break
    }
    if (best === undefined) break
    const covered = left.get(best) ?? new Set()
    left.delete(best)
    chosen.push(best)
    for (const features of left.values()) for (const feature of covered) features.delete(feature)
  }
  return chosen
}

/** At most so many items: the first half are the first ones, the others come from all over the rest. */
export function spread<Item>(items: readonly Item[], maxItems: number): Item[] {
  if (items.length <= maxItems) return [...items]
  const half = Math.floor(maxItems / 2)
  const step = (items.length - half) / (maxItems - half)
  const others = Array.from({ length: maxItems - half }, (_, place) => items[half + Math.floor(place * step)])
  return [...items.slice(0, half), ...others.filter(item => item !== undefined)]
}
