import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'

/** A statement as passed to a driver. */
export interface GivenStatement {
  readonly text: string
  /** The name of the prepared statement; absent for an unprepared one, and on SQLite. */
  readonly name?: string | undefined
}

/**
 * Records every SQL text that this process passes to SQLite or to `pg` from now on, each once. SQLite gets a text at
 * preparation, so a text that is still prepared does not appear again.
 */
export function recordSql(): ReadonlyMap<string, GivenStatement> {
  const given = new Map<string, GivenStatement>()
  for (const method of ['prepare', 'exec'] as const) {
    const original = DatabaseSync.prototype[method] as (sql: string) => unknown
    vi.spyOn(DatabaseSync.prototype, method).mockImplementation(function (this: DatabaseSync, text: string) {
      given.set(text, { text })
      return original.call(this, text) as never
    })
  }
  // A statement with values is parsed once per connection. One without values is sent as a query.
  const parse = pg.Connection.prototype.parse
  vi.spyOn(pg.Connection.prototype, 'parse').mockImplementation(function (this: pg.Connection, ...args) {
    const [{ text, name }] = args
    given.set(text, { text, name: name || undefined })
    return parse.apply(this, args)
  })
  const query = pg.Connection.prototype.query
  vi.spyOn(pg.Connection.prototype, 'query').mockImplementation(function (this: pg.Connection, text) {
    given.set(text, { text })
    return query.call(this, text)
  })
  return given
}
