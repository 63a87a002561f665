import MiniSearch, { type Query } from 'minisearch'
import SearchableMap from 'minisearch/SearchableMap'
import { type Excerpt, excerptOf } from './excerpt.ts'
import { type Found, ranked, type SearchDocument } from './rank.ts'
import { splitOf, term, wordsOf } from './words.ts'

/** A found page or part. */
export interface Hit {
  readonly path: string
  readonly title: string
  readonly excerpt: Excerpt
}

/** A found page with its best parts. */
export interface PageHit extends Hit {
  readonly parts: readonly Hit[]
}

export interface Results {
  readonly pages: readonly PageHit[]
  /** The known words that were taken for unknown ones. */
  readonly instead: readonly string[]
}

const MAX_PAGES = 10
const MAX_PARTS = 3

/** Searches documents. A page with all words of a question, or with them in order, comes before one with some of them. */
export function searchIn(documents: readonly SearchDocument[]): (query: string) => Results {
  const wholes = new Map(
    documents.flatMap(each => (each.path.includes('#') ? [] : [[each.path, each] as const])),
  )
  const routes = [...wholes.values()].flatMap(each =>
    each.route ? [[each, patternOf(each.route)] as const] : [],
  )
  const { index, known } = indexOf(documents)
  const isKnown = (word: string) => index.search({ queries: [term(word) ?? word], prefix: true }).length > 0

  /** A word; the start of one that is typed, or not known; for an unknown start the nearest known word. */
  function queryOf(word: string, isTyped: boolean): { query: Query; instead?: string } {
    const queries = [term(word) ?? word]
    const isWhole = !isTyped && index.search({ queries }).length > 0
    const query: Query = { queries, prefix: !isWhole && word.length > 2 }
    if (index.search(query).length > 0) return { query }
    const near = [...known.fuzzyGet(word, Math.round(word.length / 4))]
    const [nearest] = near.sort(([, [, one]], [, [, other]]) => one - other)
    return nearest ? { query: { queries: [nearest[1][0]] }, instead: nearest[0] } : { query }
  }

  return text => {
    const typed = splitOf(text).flatMap(word => {
      const [whole = '', ...parts] = wordsOf(word)
      // Of an unknown name, such as `getAccounts`, its parts may be known.
      return parts.length > 0 && !isKnown(whole) ? parts : [whole]
    })
    const asked = typed.filter(word => term(word) !== null)
    if (asked.length === 0) return { pages: [], instead: [] }
    // Words that stand for a name: "post only" and "post-only" are the field `postOnly`.
    const names = typed
      .flatMap((word, at) => [word + (typed[at + 1] ?? ''), word.replaceAll('-', '')])
      .filter(name => known.has(name) && !typed.includes(name))
    const words = [...new Set([...names, ...asked])]
    const queries = words.map((word, index) => queryOf(word, index === words.length - 1))
    const hits = index.search({ queries: queries.map(({ query }) => query), combineWith: 'OR' })
    const found = ranked(hits, documents, { text, words: asked.join(' ') })
    // A path, a URL or a line of a log names its operation.
    const pasted = routes.filter(([, pattern]) => pattern.test(text))
    const first = pasted.map(([document]) => ({ document, terms: [] }))
    const instead = queries.flatMap(({ instead }) => instead ?? [])
    return { pages: pagesOf([...first, ...found], wholes), instead }
  }
}

/** The index, and the words of the pages, each with its term in the index. */
function indexOf(documents: readonly SearchDocument[]) {
  const known = new SearchableMap<string>()
  const index = new MiniSearch<SearchDocument & { id: number }>({
    fields: ['title', 'names', 'keywords', 'text'],
    storeFields: ['weight'],
    tokenize: wordsOf,
    processTerm: word => {
      const found = term(word)
      if (found !== null) known.set(word, found)
      return found
    },
    searchOptions: {
      boost: { title: 4, names: 4, keywords: 6 },
      bm25: { k: 2, b: 0.6, d: 0.5 },
      boostDocument: (_, __, stored) => Number(stored?.weight ?? 1),
      // The words of a query are split before.
      tokenize: text => [text],
      processTerm: text => text,
    },
  })
  index.addAll(documents.map((document, id) => ({ ...document, id })))
  return { index, known }
}

/** `/api/v2/order/{orderId}` in any address: behind a host, before a query, in a line of a log. */
function patternOf(route: string): RegExp {
  const path = route.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/?\\s"]+')
  return new RegExp(`${path}(?=$|[/?#\\s"'),])`)
}

/** Joins the parts of a page. The page stands where its best part stands. */
function pagesOf(hits: readonly Found[], wholes: ReadonlyMap<string, SearchDocument>): PageHit[] {
  const pages = new Map<string, PageHit & { parts: Hit[] }>()
  for (const { document, terms } of hits) {
    const id = document.path
    const [path = '', anchor] = id.split('#')
    if (pages.size === MAX_PAGES && !pages.has(path)) continue
    const whole = wholes.get(path)
    const found = pages.get(path) ?? {
      path,
      title: document.page,
      excerpt: excerptOf(whole?.text ?? '', terms),
      parts: [],
    }
    pages.set(path, found)
    const isNew = found.parts.every(part => part.path !== id)
    if (anchor !== undefined && isNew && found.parts.length < MAX_PARTS)
      found.parts.push({ path: id, title: document.title, excerpt: excerptOf(document.text, terms) })
  }
  return [...pages.values()]
}
