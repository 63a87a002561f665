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
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    const { text, name } = (typeof first === 'string' ? { text: first } : first) as GivenStatement
    given.set(text, { text, name })
    return query.apply(this, args) as never
  })
  return given
}
