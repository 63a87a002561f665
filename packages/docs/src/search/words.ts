/** Words that say nothing about a page. */
const STOP_WORDS = new Set(
  'a an and any are as at be by can do does for from get getting has have how i if in into is it its me my need of on or that the their there this to use using want was what when where which who why will with you your'.split(
    ' ',
  ),
)

/** Words that people type, by the words of the page that answers. */
const ANSWERS: Readonly<Record<string, string>> = {
  'follow changes':
    'live stream streaming websocket websockets webhook webhooks subscribe subscription realtime polling notification notifications notified updates push',
  'generated clients': 'sdk library go golang python java rust kotlin php',
  authentication: 'login token bearer apikey credentials auth password oauth',
  'running server': 'selfhost host hosting install own deploy',
  deployment: 'docker kubernetes systemd',
  'funding data points': 'funding',
  'quick start': 'tutorial started introduction begin start',
  'rate limits': 'throttling 429',
  'errors retries': 'failed bad exception error status',
  paging: 'pagination cursor pages next previous',
  accounts: 'wallet balance balances',
  timestamps: 'nanoseconds datetime time',
  'decimals amounts': 'precision bigint decimal',
  'versions changes': 'changelog release',
  upgrade: 'migrate migration breaking',
  openapi: 'swagger spec',
}

const SYNONYMS = new Map<string, readonly string[]>()
for (const [answer, typed] of Object.entries(ANSWERS))
  for (const word of typed.split(' ')) SYNONYMS.set(word, answer.split(' '))

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
  return /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word
}

/** The terms of these pages for a word that people type. */
export function synonymsOf(word: string): readonly string[] {
  return (SYNONYMS.get(word) ?? []).flatMap(each => term(each) ?? [])
}
