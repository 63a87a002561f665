import { DatabaseError } from '../database-error.ts'
import { type Connection, query } from '../postgres/connection.ts'
import { formatOf, requireEmpty } from '../postgres/format.ts'
import { numberOf } from '../sqlite/change-log.ts'
import type { Sqlite } from '../sqlite/sqlite.ts'
import { CHECKPOINT, type Checkpoint, checkpointOf, stateOf } from '../tables/checkpoint.ts'
import { isCurrent, requireOlder, type StoredFormat } from '../tables/format.ts'

/** The commit of the file that a mirror has. */
export interface Position {
  /** Its number in the log of changes. */
  readonly number: bigint
  readonly height: bigint
}

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
  if (!isCurrent(format, file.tables)) {
    await requireOwn(client, file, format)
    return 'outdated'
  }
  const found = checkpointOf((await query(client, CHECKPOINT.read))[0])
  if (found.height < 0n) return 'outdated'
  const number = numberOf(file, stateOf(found))
  if (number === undefined) throw stranger(reasonOf(found, file))
  return { number, height: found.height }
}

/** @throws DatabaseError when tables of another version are newer, or their rows are not of this file */
async function requireOwn(client: Connection, file: Sqlite, format: StoredFormat): Promise<void> {
  try {
    requireOlder(format)
  } catch (error) {
    throw new DatabaseError((error as Error).message)
  }
  const columns = 'run, height, events, ended_epoch, chain, hashes'
  const [row] = await query(client, `SELECT ${columns} FROM checkpoint`)
  if (!row) return
  const [chain, hashes] = row.slice(4).map(String) as [string, string]
  const known = file.all('SELECT state FROM changes', []).map(([state]) => withoutUpgrade(String(state)))
  if (!known.includes(withoutUpgrade(row.slice(0, 4).join(' '))))
    throw stranger(reasonOf({ chain, height: row[1] as bigint, hashes: hashes.split(' ') }, file))
}

/** An upgrade of the file adds to the name of the run that stored a state. */
function withoutUpgrade(state: string): string {
  return state.replace(/^([^ +]*)\+\S*/, '$1')
}

function stranger(reason: string): DatabaseError {
  const advice = 'to restore it, empty this database and run the same command again'
  return new DatabaseError(`it is no mirror of the file: ${reason}; ${advice}`)
}

function reasonOf(
  { chain, height, hashes }: Pick<Checkpoint, 'chain' | 'height' | 'hashes'>,
  file: Sqlite,
): string {
  const stored = file.checkpoint()
  if (chain !== stored.chain) return `it has chain "${chain}", and the file "${stored.chain}"`
  if (height > stored.height) return `it is at block ${height}, and the file only at ${stored.height}`
  const own = file.first('SELECT hashes FROM blocks WHERE height = ?', [height])?.[0]
  if (own !== undefined && own !== hashes.join(' '))
    return `its block ${height} has hash ${hashes.join(' ')}, and that of the file ${own}`
  const causes = 'longer ago than --mirror-keys, an hour without --mirror, or another file'
  return `the file no longer knows what has changed since block ${height} (${causes})`
}
