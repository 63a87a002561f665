import MiniSearch from 'minisearch'

/**
 * Corrects typing errors: replaces each word that does not start a known one by the nearest known word. Returns nothing
 * for a text without such words.
 *
 * @param words The known words, the most frequent first: of two that are equally near, the first one is taken.
 */
export function correctionWith(words: readonly string[]): (text: string) => string | undefined {
  const ranks = new Map(words.map((word, rank) => [word, rank / words.length]))
  const known = words.map(word => word.toLowerCase())
  const index = new MiniSearch({
    fields: ['id'],
    tokenize: word => [word],
    searchOptions: { fuzzy: 0.34, boostDocument: id => 1.1 - 0.1 * (ranks.get(id) ?? 1) },
  })
  index.addAll(words.map(id => ({ id })))
  const nearest = (word: string): string => {
    const isKnown = known.some(each => each.startsWith(word.toLowerCase()))
    return isKnown || !/^[a-z_]{3,}$/i.test(word) ? word : (index.search(word)[0]?.id ?? word)
  }
  return text => {
    const corrected = text
      .split(/([\s.]+)/)
      .map(nearest)
      .join('')
    return corrected === text ? undefined : corrected
  }
}
