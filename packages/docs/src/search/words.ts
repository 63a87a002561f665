import { stemmer } from 'stemmer'

/** Words that say nothing about a page. */
const STOP_WORDS = new Set(
  'a about again am an and any are as at be been being both but by can could did do does doing each few for from get getting had has have he here his how i if in into is it its just me more most much my need no nor now of on only or other our out same she should so some such than that the their them then there these they this those to too under use using very want was we were what when where which while who whom why will with would you your'.split(
    ' ',
  ),
)

/** Words of these pages, and what callers, traders, operators and accountants say for them. */
const SYNONYMS = new Map(
  Object.entries({
    records: 'rows items entries results',
    cancelled: 'canceled abort',
    rejected: 'refused declined denied',
    remaining: 'left unfilled',
    balance: 'money holdings',
    reward: 'earnings earned income yield',
    csv: 'excel spreadsheet',
    derived: 'subaccount',
    capacity: 'throughput rps large big huge',
    limit: 'ban throttle abuse abusive',
    tls: 'certificate https ssl encrypt',
    upgrade: 'downtime',
    retention: 'purge prune',
    kubernetes: 'k8s',
  }).flatMap(([known, others]) => others.split(' ').map(other => [stemmer(other), stemmer(known)] as const)),
)

/** The words of a text in lower case: whole identifiers, and their parts. */
export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_.-]+/u).flatMap(word => {
    const trimmed = word.replace(/^[.-]+|[.-]+$/g, '')
    if (trimmed === '') return []
    const parts = trimmed.split(/[._-]|(?<=[a-z\d])(?=[A-Z])/)
    return [trimmed, ...(parts.length > 1 ? parts : [])].map(part => part.toLowerCase())
  })
}

/**
 * A word as the index has it: `orders` and `ordered` are `order`, and a synonym is the word of these pages. Null for a
 * word that says nothing.
 */
export function term(word: string): string | null {
  if (word === '' || STOP_WORDS.has(word)) return null
  const stem = /^[a-z]{4,}$/.test(word) ? stemmer(word) : word
  return SYNONYMS.get(stem) ?? stem
}
