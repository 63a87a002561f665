import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import { synonymsOf, term, wordsOf } from './words.ts'

/** A page, or a part of one with an anchor. */
export interface SearchDocument {
  /** From the site's root. */
  readonly path: string
  readonly title: string
  /** The title of the page. */
  readonly page: string
  /** Other names, such as the id of an operation. */
  readonly names?: string
  readonly text: string
  /** How much a match counts: pages count more than their parts. */
  readonly weight: number
}

/** A found page with its best parts. */
export interface Found {
  readonly path: string
  readonly title: string
  readonly parts: readonly { readonly path: string; readonly title: string }[]
}

export interface Results {
  readonly pages: readonly Found[]
  /** The known words that were taken for unknown ones. */
  readonly instead: readonly string[]
}

const MAX_PAGES = 10
const MAX_PARTS = 3

/** Searches documents. A result with all words counts twice as much as one with some of them. */
export function searchIn(documents: readonly SearchDocument[]): (query: string) => Results {
  const index = new MiniSearch<SearchDocument>({
    idField: 'path',
    fields: ['title', 'names', 'text'],
    storeFields: ['title', 'page', 'weight'],
    tokenize: wordsOf,
    processTerm: term,
    searchOptions: {
      boost: { title: 4, names: 4 },
      boostDocument: (_, __, stored) => Number(stored?.weight ?? 1),
      // The words of a query are split below.
      tokenize: text => [text],
      processTerm: text => text,
    },
  })
  index.addAll(documents)

  /** A word, its start or its synonyms; for an unknown word the nearest known one. */
  function queryOf(word: string): { query: Query; isGuess: boolean } {
    const synonyms = synonymsOf(word)
    const asTyped: Query = { queries: [term(word) ?? word], prefix: word.length > 2 && synonyms.length === 0 }
    const meant: Query[] =
      synonyms.length > 0 ? [{ queries: [...synonyms], combineWith: 'AND', boost: { title: 12 } }] : []
    const query: Query = { queries: [asTyped, ...meant], combineWith: 'OR' }
    const isGuess = index.search(query).length === 0
    return { query: isGuess ? { queries: [word], fuzzy: 0.2 } : query, isGuess }
  }

  return text => {
    const typed = text.split(/\s+/).flatMap(word => {
      const [whole = '', ...parts] = wordsOf(word)
      // Of an unknown name, such as `getAccounts`, its parts may be known.
      const isUnknown =
        parts.length > 0 && index.search({ queries: [term(whole) ?? whole], prefix: true }).length === 0
      return isUnknown ? parts : [whole]
    })
    const words = [...new Set(typed)].filter(word => term(word) !== null)
    if (words.length === 0) return { pages: [], instead: [] }
    const queries = words.map(queryOf)
    const all = { queries: queries.map(({ query }) => query) }
    const whole = new Set(index.search({ ...all, combineWith: 'AND' }).map(({ id }) => id))
    const rank = ({ id, score }: SearchResult) => (whole.has(id) ? 2 * score : score)
    const hits = index.search({ ...all, combineWith: 'OR' }).sort((one, other) => rank(other) - rank(one))
    const instead = queries.flatMap(({ query, isGuess }) =>
      isGuess ? (index.search(query)[0]?.terms.slice(0, 1) ?? []) : [],
    )
    return { pages: pagesOf(hits), instead }
  }
}

/** Joins the parts of a page. The page stands where its best part stands. */
function pagesOf(hits: readonly SearchResult[]): Found[] {
  const pages = new Map<string, { path: string; title: string; parts: { path: string; title: string }[] }>()
  for (const { id, title, page } of hits) {
    const [path = '', anchor] = String(id).split('#')
    const found = pages.get(path) ?? { path, title: String(page), parts: [] }
    pages.set(path, found)
    const isNew = found.parts.every(part => part.path !== id)
    if (anchor !== undefined && isNew && found.parts.length < MAX_PARTS)
      found.parts.push({ path: String(id), title: String(title) })
  }
  return [...pages.values()].slice(0, MAX_PAGES)
}
