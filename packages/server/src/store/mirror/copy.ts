import type { SQLInputValue } from 'node:sqlite'
import { type Connection, query } from '../postgres/connection.ts'
import { inTransaction } from '../postgres/format.ts'
import { deleteRows, insertRows } from '../postgres/stored-rows.ts'
import type { SqlValue } from '../reading/reading.ts'
import { type ChangedKeys, changedAfter, keyOf, newest } from '../sqlite/change-log.ts'
import type { Sqlite } from '../sqlite/sqlite.ts'
import { BLOCK_HASHES, prunedHeights } from '../tables/block-hashes.ts'
import { CHECKPOINT } from '../tables/checkpoint.ts'
import { blocksTable, namesTable } from '../tables/schema.ts'
import { type AnyTable, dependentsOf } from '../tables/table.ts'
import { onConflict } from '../tables/table-access.ts'
import type { Position } from './position.ts'

const ROWS_AT_ONCE = 2000

/**
 * Brings a mirror to the current state of the file in one transaction: copies the rows that later commits have changed,
 * as they are stored and as they are now.
 *
 * @returns the new position; the same one if the mirror has everything
 */
export async function copyChanges(
  client: Connection,
  file: Sqlite,
  from: Position,
  maxPart?: number,
): Promise<Position> {
  file.begin()
  try {
    const checkpoint = file.checkpoint()
    if (newest(file).number === from.number) return from
    const { height } = checkpoint
    await inTransaction(client, async () => {
      // Names never change, and a new one has the highest number.
      const [[last = 0n] = []] = await query(client, 'SELECT coalesce(max(id), 0) FROM names')
      for (const rows of file.batches({ ...namesTable, visible: `id > ${last}` }))
        await insertRows(client, namesTable, rows)
      for (const changed of changedAfter(file, from.number, maxPart)) {
        for (const [table, { removals }] of changed) await removeRows(client, table, removals)
        for (const [table, { puts }] of changed) await copyRows(client, file, table, puts)
      }
      const replaced = onConflict({ ...blocksTable, key: ['height'] })
      for (const rows of file.batches({ ...blocksTable, visible: `height >= ${from.height}` }))
        await insertRows(client, blocksTable, rows, replaced)
      await query(client, BLOCK_HASHES.prune, prunedHeights(from.height, height))
      await query(client, CHECKPOINT.put, file.first(CHECKPOINT.read, []) as SqlValue[])
    })
    return { number: newest(file).number, height }
  } finally {
    file.end()
  }
}

async function removeRows(
  client: Connection,
  table: AnyTable,
  removals: ChangedKeys['removals'],
): Promise<void> {
  const key = Object.fromEntries(table.key.map(column => [column, table.columns[column]!]))
  for (const keys of parts(removals)) {
    const values = keys.map(text => keyOf(table, text))
    for (const { name } of [table, ...dependentsOf(table)]) await deleteRows(client, name, key, values)
  }
}

/** Copies the rows with these keys. A row that is no longer there was removed later. */
async function copyRows(
  client: Connection,
  file: Sqlite,
  table: AnyTable,
  puts: ChangedKeys['puts'],
): Promise<void> {
  const { name, columns, key } = table
  const matching = key.map(column => `${column} = ?`).join(' AND ')
  const text = `SELECT ${Object.keys(columns).join(', ')} FROM ${name} WHERE ${matching}`
  // A removed record may have come back, so even columns that updates keep may have other values.
  const conflict = onConflict({ columns, key })
  for (const keys of parts(puts)) {
    const rows = keys.flatMap(key => file.all(text, keyOf(table, key) as SQLInputValue[]))
    await insertRows(client, table, rows, conflict)
  }
}

function* parts(keys: ReadonlySet<string>): Generator<string[]> {
  const all = [...keys]
  for (let start = 0; start < all.length; start += ROWS_AT_ONCE) yield all.slice(start, start + ROWS_AT_ONCE)
}
