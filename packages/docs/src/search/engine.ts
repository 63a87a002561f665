import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import SearchableMap from 'minisearch/SearchableMap'
import { type Excerpt, excerptOf } from './excerpt.ts'
import { pageOf, pairsOf, sharesOf } from './rank.ts'
import { term, wordsOf } from './words.ts'

/** A page, or a part of one with an anchor. */
export interface SearchDocument {
  /** From the site's root. */
  readonly path: string
  readonly title: string
  /** The title of the page. */
  readonly page: string
  /** Other names, such as the id of an operation. */
  readonly names?: string
  /** Words that callers type for it, and that it does not use itself. */
  readonly keywords?: string
  readonly text: string
  /** How much a match counts: pages count more than their parts. */
  readonly weight: number
  /** The path of an operation, such as `/api/v2/order/{orderId}`. */
  readonly route?: string
}

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
  const byPath = new Map(documents.map(document => [document.path, document]))
  const routes = documents.flatMap(({ path, route }) => (route ? [[path, patternOf(route)] as const] : []))
  /** The words of the pages, each with its term in the index. */
  const known = new SearchableMap<string>()
  const index = new MiniSearch<SearchDocument>({
    idField: 'path',
    fields: ['title', 'names', 'keywords', 'text'],
    storeFields: ['weight'],
    tokenize: wordsOf,
    processTerm: word => {
      const found = term(word)
      if (found !== null) known.set(word, found)
      return found
    },
    searchOptions: {
      boost: { title: 4, names: 4, keywords: 8 },
      bm25: { k: 2, b: 0.6, d: 0.5 },
      boostDocument: (_, __, stored) => Number(stored?.weight ?? 1),
      // The words of a query are split below.
      tokenize: text => [text],
      processTerm: text => text,
    },
  })
  index.addAll(documents)

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
    // A path, a URL or a line of a log names its operation.
    const pasted = routes.filter(([, pattern]) => pattern.test(text)).map(([path]) => path)
    const typed = text.split(/[^\p{L}\p{N}_.-]+/u).flatMap(word => {
      const [whole = '', ...parts] = wordsOf(word)
      // Of an unknown name, such as `getAccounts`, its parts may be known.
      return parts.length > 0 && !isKnown(whole) ? parts : [whole]
    })
    const words = [...new Set(typed)].filter(word => term(word) !== null)
    if (words.length === 0) return { pages: [], instead: [] }
    const queries = words.map((word, index) => queryOf(word, index === words.length - 1))
    const hits = index.search({ queries: queries.map(({ query }) => query), combineWith: 'OR' })
    const shares = sharesOf(hits, documents.length)
    const pairs = [...pairsOf(text)]
    const asked = lettersOf(words.join(' '))
    const rank = ({ id, score }: SearchResult) => {
      const { path, title, keywords = '', text } = byPath.get(String(id)) as SearchDocument
      // "party id" asks for the page `PartyId`, and "what is an epoch" for the part of a guide with this heading.
      const isNamed = /^[^#]*$|^guides/.test(path) && lettersOf(title) === asked
      const own = pairsOf(`${title}. ${keywords}. ${text}`)
      const inOrder = pairs.filter(pair => own.has(pair)).length
      return score * (shares.get(pageOf(path)) ?? 0) ** 2 * (1 + 2 * inOrder) * (isNamed ? 8 : 1)
    }
    const ranked = hits.map(hit => ({ hit, rank: rank(hit) })).sort((one, other) => other.rank - one.rank)
    const instead = queries.flatMap(({ instead }) => instead ?? [])
    const found = ranked.map(({ hit: { id, terms } }) => ({ path: String(id), terms }))
    const first = pasted.map(path => ({ path, terms: [] as string[] }))
    return { pages: pagesOf([...first, ...found], byPath), instead }
  }
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** `/api/v2/order/{orderId}` in any address: behind a host, before a query, in a line of a log. */
function patternOf(route: string): RegExp {
  const path = route.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/?\\s"]+')
  return new RegExp(`${path}(?=$|[/?#\\s"'),])`)
}

/** Joins the parts of a page. The page stands where its best part stands. */
function pagesOf(
  hits: readonly { path: string; terms: readonly string[] }[],
  documents: ReadonlyMap<string, SearchDocument>,
): PageHit[] {
  const pages = new Map<string, PageHit & { parts: Hit[] }>()
  for (const { path: id, terms } of hits) {
    const [path = '', anchor] = id.split('#')
    const whole = documents.get(path)
    const document = documents.get(id)
    if (!document) continue
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
  return [...pages.values()].slice(0, MAX_PAGES)
}
