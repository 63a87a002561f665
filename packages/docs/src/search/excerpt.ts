import { term, wordsOf } from './words.ts'

/** A text with the words that were found. */
export type Excerpt = readonly (readonly [text: string, isFound: boolean])[]

/** Characters of an excerpt, without the words at its ends that it would cut. */
const LENGTH = 140

/** The part of a text around the first found word, with the found words marked. */
export function excerptOf(text: string, terms: readonly string[]): Excerpt {
  const plain = text
    .replace(/[`*|]|-{3,}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const isFound = (word: string) => wordsOf(word).some(each => terms.includes(term(each) ?? ''))
  const words = plain.split(/(?<= )/)
  const first = Math.max(0, words.findIndex(isFound))
  // The words before it say what it is about.
  let start = first
  for (let room = LENGTH / 3; start > 0 && room > 0; start -= 1) room -= words[start - 1]!.length
  const shown: (readonly [string, boolean])[] = start > 0 ? [['… ', false]] : []
  let room = LENGTH
  for (const word of words.slice(start)) {
    room -= word.length
    if (room < 0) return [...shown, ['…', false]]
    shown.push([word, isFound(word)])
  }
  return shown
}
