import { stemmer } from 'stemmer'

/** Words that say nothing about a page. */
const STOP_WORDS = new Set(
  'a about again am an and any are as at be been being both but by can could did do does doing each few for from get getting had has have he here his how i if in into is it its just many me mean means more most much my need no nor now of on only or other our out same she should so some such than that the several their them then there these they this those through to too under use using very want was we were what when where which while who whom why will with would you your'.split(
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
    wrong: 'bad malformed illegal incorrect',
    absent: 'missing null undefined',
    walk: 'iterate loop traverse',
    duplicate: 'twice doubled repeated',
    party: 'trader customer pubkey',
    asset: 'coin currency',
    market: 'instrument',
    fill: 'executed execution',
    iceberg: 'hidden',
    falls: 'drops',
    expired: 'lapsed',
    balance: 'money holdings worth wealth',
    reward: 'earnings earned income yield bonus incentive payout',
    pnl: 'gain cost',
    csv: 'excel spreadsheet download',
    report: 'statement',
    sum: 'total aggregate',
    unit: 'wei satoshi cent',
    year: 'annual yearly fiscal',
    derived: 'subaccount',
    python: 'jupyter pandas',
    react: 'vue svelte angular',
    test: 'jest mocha',
    long: 'length',
    machine: 'computer box',
    memory: 'ram heap',
    cpu: 'cores processor',
    disk: 'storage drive',
    systemd: 'boot daemon autostart',
    capacity: 'throughput rps large big huge',
    slow: 'latency performance speed',
    limit: 'ban throttle abuse abusive firewall quota',
    lag: 'late delay',
    replica: 'standby secondary slave',
    failover: 'takeover switch switchover',
    backup: 'dump copy',
    restore: 'recover recovery',
    alert: 'alarm pager',
    tls: 'certificate https ssl encrypt',
    upgrade: 'downtime migrate migration',
    retention: 'purge prune erase',
    kubernetes: 'k8s',
  }).flatMap(([known, others]) => others.split(' ').map(other => [stemmer(other), stemmer(known)] as const)),
)

/** The words of a text, with dots and lines inside of them, such as `pagination.first`. */
export function splitOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_.-]+/u)
}

/** The words of a text in lower case: whole identifiers, and their parts. */
export function wordsOf(text: string): string[] {
  return splitOf(text).flatMap(word => {
    const trimmed = word.replace(/^[.-]+|[.-]+$/g, '')
    if (trimmed === '') return []
    const parts = trimmed.split(/[._-]|(?<=[a-z\d])(?=[A-Z])/)
    return [trimmed, ...(parts.length > 1 ? parts : [])].map(part => part.toLowerCase())
  })
}

/**
 * A word as the index has it: `orders` and `ordered` are `order`, and a synonym is the word of these pages. Null for a
 * word that says nothing, and for a small number, which counts something.
 */
export function term(word: string): string | null {
  if (/^\d{0,2}$/.test(word) || STOP_WORDS.has(word)) return null
  // The stem of `statuses` is `status`, which has a stem itself.
  const stem = /^[a-z]{4,}$/.test(word) ? stemmer(stemmer(word)) : word
  return SYNONYMS.get(stem) ?? stem
}
