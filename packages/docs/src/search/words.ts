/** Words that say nothing about a page. */
const STOP_WORDS = new Set(
  'a about again am an and any are as at be been being both but by can could did do does doing each few for from get getting had has have he here his how i if in into is it its just me more most much my need no nor now of on only or other our out same she should so some such than that the their them then there these they this those to too under use using very want was we were what when where which while who whom why will with would you your'.split(
    ' ',
  ),
)

/** Words of traders and operators for words of these pages. */
const SYNONYMS = new Map(
  Object.entries({
    refused: 'rejected',
    declined: 'rejected',
    canceled: 'cancelled',
    throughput: 'capacity',
    rps: 'capacity',
    certificate: 'tls',
    https: 'tls',
    ssl: 'tls',
    downtime: 'upgrade',
    purge: 'retention',
    prune: 'retention',
    subaccount: 'derived',
  }),
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

/** A word as the index has it: `orders` is `order`. Null for a word that says nothing. */
export function term(word: string): string | null {
  if (word === '' || STOP_WORDS.has(word)) return null
  const known = SYNONYMS.get(word)
  if (known !== undefined) return known
  return /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word
}
