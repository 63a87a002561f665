import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ClientBase } from 'pg'

/** A statement for `pg`. If it has a name, the server parses it once per connection and keeps it. */
export interface Prepared {
  readonly text: string
  readonly name?: string
}

/**
 * Maximum number of prepared statements per connection. Requests have many shapes, so the server keeps the statements
 * that were used last. It keeps no long statement of a request with very many values, since each takes megabytes on
 * every connection.
 */
const MAX_STATEMENTS = 300
const MAX_CHARACTERS = 16_000

/** The most recent statements of all connections. */
const written = new LRUCache<string, Required<Prepared>>({
  max: MAX_STATEMENTS,
  memoMethod: text => ({
    text: withDollars(text),
    name: createHash('sha1').update(text).digest('base64url'),
  }),
})

/** The names of the statements that the server keeps for a connection. */
const kept = new WeakMap<ClientBase, LRUCache<string, true>>()

/** Returns the statement with placeholders `?1`, `?2`, ... for this connection. */
export function prepared(client: ClientBase, text: string): Prepared {
  if (text.length > MAX_CHARACTERS) return { text: withDollars(text) }
  const statement = written.memo(text)
  const names = kept.get(client) ?? keep(client)
  if (!names.get(statement.name)) names.set(statement.name, true)
  return statement
}

function keep(client: ClientBase): LRUCache<string, true> {
  const names = new LRUCache<string, true>({
    max: MAX_STATEMENTS,
    dispose: (_, name) => forget(client, name),
  })
  kept.set(client, names)
  return names
}

/** Fields of a `pg` connection that are not in its types. */
interface Internals {
  readonly connection: {
    /** Text of each statement on the server, by name. */
    readonly parsedStatements: Record<string, string>
    close(statement: { readonly type: 'S'; readonly name: string }): void
  }
}

/**
 * Makes the server drop a statement. The protocol message goes out with the next statement, so it costs no round trip.
 * Unlike DEALLOCATE it also works in a failed transaction.
 */
function forget(client: ClientBase, name: string): void {
  const { connection } = client as unknown as Internals
  delete connection.parsedStatements[name]
  connection.close({ type: 'S', name })
}

function withDollars(text: string): string {
  return text.replaceAll(/\?(\d+)/g, '$$$1')
}
