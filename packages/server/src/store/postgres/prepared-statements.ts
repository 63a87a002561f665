import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ClientBase } from 'pg'

/** A statement as `pg` takes it. With a name, the server parses it once on each connection and keeps it. */
export interface Prepared {
  readonly text: string
  readonly name?: string
}

/**
 * Texts and shapes of requests are many: the server keeps this many of each connection, those that were used last. It keeps
 * no long one, of a request with very many values: each takes megabytes, on every connection.
 */
const MAX_STATEMENTS = 300
const MAX_CHARACTERS = 16_000

/** What was written of late, for all connections. */
const written = new LRUCache<string, Required<Prepared>>({ max: MAX_STATEMENTS })

/** The names that the server keeps of a connection. */
const kept = new WeakMap<ClientBase, LRUCache<string, true>>()

/** The statement with placeholders `?1`, `?2`, ... as it is to be sent on this connection now. */
export function prepared(client: ClientBase, text: string): Prepared {
  if (text.length > MAX_CHARACTERS) return { text: withDollars(text) }
  const statement = written.get(text) ?? write(text)
  const names = kept.get(client) ?? keep(client)
  if (!names.get(statement.name)) names.set(statement.name, true)
  return statement
}

function write(text: string): Required<Prepared> {
  const statement = {
    text: withDollars(text),
    name: createHash('sha1').update(text).digest('base64url'),
  }
  written.set(text, statement)
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

/** What `pg` has of a connection and does not show in its types. */
interface Internals {
  readonly connection: {
    /** Text of each statement that the server keeps, by name. */
    readonly parsedStatements: Record<string, string>
    close(statement: { readonly type: 'S'; readonly name: string }): void
  }
}

/**
 * Makes the server forget a statement: by a message of the protocol, which goes out ahead of the next statement, costs no
 * round trip, and is heard in a failed transaction too, where DEALLOCATE is not.
 */
function forget(client: ClientBase, name: string): void {
  const { connection } = client as unknown as Internals
  delete connection.parsedStatements[name]
  connection.close({ type: 'S', name })
}

function withDollars(text: string): string {
  return text.replaceAll(/\?(\d+)/g, '$$$1')
}
