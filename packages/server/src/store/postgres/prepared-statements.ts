import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

interface Prepared {
  /** With placeholders `$1`, `$2`, ... */
  readonly text: string
  /** The name under which a connection keeps it; undefined for one that is parsed each time. */
  readonly name: string | undefined
}

/**
 * Maximum number of prepared statements per connection. Requests have many shapes, so a connection with more is
 * replaced. It keeps no long statement of a request with very many values, since each takes megabytes.
 */
export const MAX_STATEMENTS = 300
const MAX_CHARACTERS = 16_000

/** The most recent statements of all connections. */
const recent = new LRUCache<string, Prepared>({
  max: MAX_STATEMENTS,
  memoMethod: text => ({
    text: withDollars(text),
    name: createHash('sha1').update(text).digest('base64url'),
  }),
})

export function prepared(text: string): Prepared {
  return text.length > MAX_CHARACTERS ? { text: withDollars(text), name: undefined } : recent.memo(text)
}

function withDollars(text: string): string {
  return text.replaceAll(/\?(\d+)/g, '$$$1')
}
