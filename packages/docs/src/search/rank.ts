import type { SearchResult } from 'minisearch'
import { term } from './words.ts'

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

/** A document that has words of a question. */
export interface Found {
  readonly document: SearchDocument
  readonly terms: readonly string[]
}

/** The page of a part: its path without the anchor. */
const pageOf = ({ path }: SearchDocument) => path.split('#')[0] as string

/** The hits, the best first: by the words of the whole page, by words in the same order, and by the same name. */
export function ranked(
  hits: readonly SearchResult[],
  documents: readonly SearchDocument[],
  question: { readonly text: string; readonly words: string },
): Found[] {
  const found = hits.map(({ id, terms, queryTerms, score }) => ({
    document: documents[id]!,
    terms,
    queryTerms,
    score,
  }))
  const shares = sharesOf(found, documents.length)
  const pairs = [...new Set(pairsOf(question.text))]
  const asked = lettersOf(question.words)
  const rankOf = (document: SearchDocument) => {
    const { path, title, keywords = '' } = document
    const own = pairsIn(document)
    const inOrder = pairs.filter(pair => own.has(pair)).length
    // "party id" asks for the page `PartyId`, and "what is an epoch" for the part of a guide with this heading.
    const isNamed = /^[^#]*$|^guides/.test(path) && lettersOf(title) === asked
    const isKeyword = keywords.split(',').some(keyword => lettersOf(keyword) === asked)
    return (shares.get(pageOf(document)) ?? 0) ** 2 * (1 + 2 * inOrder) * (isNamed ? 8 : isKeyword ? 3 : 1)
  }
  return found
    .map(each => ({ ...each, rank: each.score * rankOf(each.document) }))
    .sort((one, other) => other.rank - one.rank)
}

/**
 * The share of a question's words that each page has in any of its parts, from 0 to 1. A rare word counts more than a
 * usual one. Long questions have words that many pages share.
 */
function sharesOf(
  hits: readonly { readonly document: SearchDocument; readonly queryTerms: readonly string[] }[],
  documents: number,
): ReadonlyMap<string, number> {
  const found = Map.groupBy(
    hits.flatMap(({ document, queryTerms }) =>
      [...new Set(queryTerms)].map(word => ({ page: pageOf(document), word })),
    ),
    ({ word }) => word,
  )
  const shares = new Map<string, number>()
  let all = 0
  for (const places of found.values()) {
    const weight = Math.log(1 + documents / places.length)
    all += weight
    for (const page of new Set(places.map(({ page }) => page)))
      shares.set(page, (shares.get(page) ?? 0) + weight)
  }
  return new Map([...shares].map(([page, weight]) => [page, weight / all]))
}

/** The pairs of a document do not change, and each question asks for those of hundreds. */
const pairsOfDocuments = new WeakMap<SearchDocument, ReadonlySet<string>>()

function pairsIn(document: SearchDocument): ReadonlySet<string> {
  const { title, keywords = '', text } = document
  const pairs = pairsOfDocuments.get(document) ?? new Set(pairsOf(`${title}. ${keywords}. ${text}`))
  pairsOfDocuments.set(document, pairs)
  return pairs
}

/** Pairs of words that follow each other, such as those of an error message. A comma ends a keyword. */
export function pairsOf(text: string, form = (word: string) => term(word) ?? word, between = ' '): string[] {
  return text
    .toLowerCase()
    .split(',')
    .flatMap(clause => {
      const words = clause
        .split(/[^\p{L}\p{N}_.-]+/u)
        .filter(Boolean)
        .map(form)
      return words.slice(1).map((word, at) => words[at] + between + word)
    })
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
