import { DatabaseError } from '../database-error.ts'
import { type Connection, query } from '../postgres/connection.ts'
import { formatOf, requireEmpty } from '../postgres/format.ts'
import type { Sqlite } from '../sqlite/sqlite.ts'
import { isCurrent, requireOlder } from '../tables/format.ts'

/** The commit of the file that a mirror has. */
export interface Position {
  /** Its number in the log of changes. */
  readonly number: bigint
  readonly height: bigint
}

/** The columns that name a state of the responses (`stateOf`), and those that tell of another history. */
const STATE = 'SELECT run, height, events, ended_epoch, chain, hashes FROM checkpoint'

/**
 * Finds the commit that a mirror has; `empty` without tables, `outdated` for tables of an earlier version or without
 * rows.
 *
 * @throws DatabaseError when the database is no mirror of the file, lacks more than the file knows, or has other tables
 */
export async function positionOf(client: Connection, file: Sqlite): Promise<Position | 'empty' | 'outdated'> {
  const format = await formatOf(statement => query(client, statement))
  if (!format) {
    await requireEmpty(client)
    return 'empty'
  }
  const isOutdated = !isCurrent(format, file.tables)
  try {
    if (isOutdated) requireOlder(format)
  } catch (error) {
    throw new DatabaseError((error as Error).message)
  }
  const [row] = await query(client, STATE)
  if (!row) return 'outdated'
  const [run = '', height, events, epoch, chain = '', hashes = ''] = row.map(String)
  // An upgrade of the file adds to the name of the run that stored a state: `+1`.
  const state = `${run.replace(/\+.*/, '')}* ${height} ${events} ${epoch}`
  const number = file.first('SELECT number FROM changes WHERE state GLOB ?', [state])?.[0]
  if (number === undefined) throw stranger(reasonOf(chain, row[1] as bigint, hashes, file))
  return isOutdated ? 'outdated' : { number: number as bigint, height: row[1] as bigint }
}

function stranger(reason: string): DatabaseError {
  const advice = 'to restore it, empty this database and run the same command again'
  return new DatabaseError(`it is no mirror of the file: ${reason}; ${advice}`)
}

function reasonOf(chain: string, height: bigint, hashes: string, file: Sqlite): string {
  const stored = file.checkpoint()
  if (chain !== stored.chain) return `it has chain "${chain}", and the file "${stored.chain}"`
  if (height > stored.height) return `it is at block ${height}, and the file only at ${stored.height}`
  const own = file.first('SELECT hashes FROM blocks WHERE height = ?', [height])?.[0]
  if (own !== undefined && own !== hashes)
    return `its block ${height} has hash ${hashes}, and that of the file ${own}`
  const causes = 'longer ago than --mirror-keys, an hour without --mirror, or another file'
  return `the file no longer knows what has changed since block ${height} (${causes})`
}
