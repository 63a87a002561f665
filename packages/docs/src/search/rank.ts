import type { SearchResult } from 'minisearch'
import { splitOf, term } from './words.ts'

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
  const said = termsOf(question.text)
  const rankOf = (document: SearchDocument) => {
    const { path, title, names = '' } = document
    const { pairs: own, keywords } = phrasesOf(document)
    const inOrder = pairs.filter(pair => own.has(pair)).length
    // "party id" asks for the page `PartyId`, "what is an epoch" for the part of a guide with this heading, and "GTC" for
    // the value `TIME_IN_FORCE_GTC`.
    const isNamed =
      (/^[^#]*$|^guides/.test(path) && lettersOf(title) === asked) ||
      (path.startsWith('enums/') && lettersOf(names) === asked)
    const isKeyword = keywords.some(keyword => said.includes(keyword))
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

/** The phrases of a document do not change, and each question asks for those of hundreds. */
const known = new WeakMap<SearchDocument, { pairs: ReadonlySet<string>; keywords: readonly string[] }>()

function phrasesOf(document: SearchDocument) {
  const { title, keywords = '', text } = document
  const phrases = known.get(document) ?? {
    pairs: new Set(pairsOf(`${title}. ${keywords}. ${text}`)),
    keywords: keywords === '' ? [] : keywords.split(',').map(termsOf),
  }
  known.set(document, phrases)
  return phrases
}

/** The words of a text that say something, with a blank around each, so that a phrase is found in it by whole words. */
function termsOf(text: string): string {
  return ` ${splitOf(text.toLowerCase())
    .flatMap(word => term(word) ?? [])
    .join(' ')} `
}

/** Pairs of words that follow each other, such as those of an error message. A comma ends a keyword. */
function pairsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(',')
    .flatMap(clause => {
      const words = splitOf(clause).flatMap(word => (word === '' ? [] : (term(word) ?? word)))
      return words.slice(1).map((word, at) => `${words[at]} ${word}`)
    })
}

function lettersOf(text: string): string {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return term(letters) ?? letters
}
