/** Words that say nothing about a page. */
const STOP_WORDS = new Set(
  'a an and any are as at be by can do does for from get getting has have how i if in into is it its me my need of on or that the their there this to use using want was what when where which who why will with you your'.split(
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
