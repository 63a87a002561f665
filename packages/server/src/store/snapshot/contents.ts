import { hash } from 'node:crypto'
import { DatabaseError } from '../database-error.ts'
import {
  checkpointOf,
  checkpointTable,
  genesis,
  type HistorySummary,
  summaryOf,
} from '../tables/checkpoint.ts'
import { visibleRows } from '../tables/retention.ts'
import { blocksTable, namesTable, type StoredTable } from '../tables/schema.ts'
import type { AnyTable } from '../tables/table.ts'

export interface TableContents {
  readonly name: string
  readonly rows: number
  /** 64 bits in hexadecimal, of the values of all rows in any order. Names count as text, not by their numbers. */
  readonly checksum: string
}

/** The contents of a database in a form to compare: two databases with the same events have the same contents. */
export interface Contents {
  readonly chain: string
  /** Height of the last block, in decimal text. */
  readonly height: string
  readonly history: HistorySummary
  readonly tables: readonly TableContents[]
}

/** Gets the amount of each step of a long copy: rows of a table, or bytes of a file. */
export type OnProgress = (name: string, amount: number, unit: 'rows' | 'bytes') => void

/** A database within a transaction: every read sees the same block. */
export interface Readable {
  /** Its name in messages. */
  readonly path: string
  /** Yields the rows of `selectRows` in batches: integers as bigint, hashes as bytes. */
  batches(table: StoredTable): Iterable<unknown[][]> | AsyncIterable<unknown[][]>
}

/**
 * Reads every row of every table once.
 *
 * @param copy gets the rows of each table, batch by batch: first the names, the checkpoint and the hashes of blocks
 * @throws DatabaseError when there is no block yet, or a row has a number that no name has
 */
export async function readContents(
  database: Readable,
  tables: readonly AnyTable[],
  onProgress: OnProgress = () => undefined,
  copy: (table: StoredTable, rows: unknown[][]) => unknown = () => undefined,
): Promise<Contents> {
  const visit = async (table: StoredTable, rows: unknown[][]) => {
    await copy(table, rows)
    onProgress(table.name, rows.length, 'rows')
  }
  for await (const rows of database.batches(namesTable)) await visit(namesTable, rows)
  let checkpoint = genesis
  for await (const rows of database.batches(checkpointTable)) {
    checkpoint = checkpointOf(rows[0]?.slice(1))
    await visit(checkpointTable, rows)
  }
  for await (const rows of database.batches(blocksTable)) await visit(blocksTable, rows)
  if (checkpoint.height < 0n)
    throw new DatabaseError(`${database.path} has no block yet; ingest events first`)
  const found: TableContents[] = []
  for (const described of tables) {
    const table = { ...described, visible: visibleRows(described, tables) }
    let count = 0
    let sum = 0n
    for await (const rows of database.batches(table)) {
      for (const row of rows) sum += checksumOf(withTexts(database.path, table, row))
      count += rows.length
      await visit(table, rows)
    }
    const checksum = BigInt.asUintN(64, sum).toString(16).padStart(16, '0')
    found.push({ name: table.name, rows: count, checksum })
  }
  const { chain, height } = checkpoint
  return { chain, height: String(height), history: summaryOf(checkpoint), tables: found }
}

/** Returns the checksum of a row, whose values have their lengths, so that no two rows give the same text. */
function checksumOf(row: readonly unknown[]): bigint {
  const texts = row.map(value =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value),
  )
  const spelled = texts.map(text => `${text.length}:${text}`).join()
  return hash('sha256', spelled, 'buffer').readBigUInt64BE()
}

/** Returns the differences of two databases, each as a sentence; none when they are equal. */
export function differences(one: Contents, other: Contents): string[] {
  const place = ({ chain, height }: Contents) => `block ${height} of chain ${chain}`
  if (place(one) !== place(other)) return [`it is at ${place(one)}, the other at ${place(other)}`]
  return one.tables.flatMap(table => {
    const same = other.tables.find(({ name }) => name === table.name)
    if (same?.rows === table.rows && same.checksum === table.checksum) return []
    const text = ({ rows, checksum }: TableContents) => `${rows} rows with checksum ${checksum}`
    return [`table ${table.name} has ${text(table)}, the other ${same ? text(same) : 'has no such table'}`]
  })
}

/** Returns the values of a row of `selectRows`, with texts in place of the numbers of names. */
function withTexts(database: string, { name, columns }: StoredTable, row: readonly unknown[]): unknown[] {
  const kinds = Object.entries(columns)
  let text = kinds.length
  return kinds.map(([column, kind], index) => {
    if (kind !== 'name') return row[index]
    const value = row[text]
    text += 1
    if (value !== null) return value
    throw new DatabaseError(
      `${database} is damaged: table names has no ${row[index]}, the ${column} of a row of ${name}`,
    )
  })
}
