import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Converts the text of a column to SQLite's type. */
export type Parser = (text: string) => unknown

/** A statement as PostgreSQL gets it. */
export interface Prepared {
  /** With placeholders `$1`, `$2`, ... */
  readonly text: string
  /** The name under which a connection keeps it; '' for one that is parsed each time. */
  readonly name: string
  /** One parser per column; undefined until PostgreSQL has described the columns once. */
  parsers?: readonly Parser[]
}

/**
 * Maximum number of prepared statements per connection. Requests have many shapes, so a connection keeps the statements
 * that were used last. It keeps no long statement of a request with very many values, since each takes megabytes.
 */
const MAX_STATEMENTS = 300
const MAX_CHARACTERS = 16_000

/** The most recent statements of all connections. */
const written = new LRUCache<string, Prepared>({
  max: MAX_STATEMENTS,
  memoMethod: text => ({ text: withDollars(text), name: nameOf(text) }),
})

/** Returns the statement for a text with placeholders `?1`, `?2`, ... */
export function prepared(text: string): Prepared {
  return text.length > MAX_CHARACTERS ? { text: withDollars(text), name: '' } : written.memo(text)
}

export function nameOf(text: string): string {
  return createHash('sha1').update(text).digest('base64url')
}

export function withDollars(text: string): string {
  return text.replaceAll(/\?(\d+)/g, '$$$1')
}

/** The statements that PostgreSQL keeps for one connection. */
export class KeptStatements {
  #dropped: string[] = []
  readonly #names = new LRUCache<string, true>({
    max: MAX_STATEMENTS,
    dispose: (_, name) => this.#dropped.push(name),
  })

  /** Returns true if PostgreSQL has the statement already. If not, the caller sends it, and it is kept from now on. */
  has(name: string): boolean {
    if (this.#names.get(name)) return true
    this.#names.set(name, true)
    return false
  }

  /** Forgets a statement that PostgreSQL may not have. */
  forget(name: string): void {
    this.#names.delete(name)
  }

  /** Returns the names that PostgreSQL must drop before it gets new statements. Each is returned once. */
  takeDropped(): readonly string[] {
    const dropped = this.#dropped
    this.#dropped = []
    return dropped
  }
}
