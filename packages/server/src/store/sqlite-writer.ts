import type { SQLInputValue } from 'node:sqlite'
import type { Checkpoint } from './checkpoint.ts'
import type { Sqlite } from './sqlite.ts'
import type { AnyTable, ColumnKind } from './table.ts'
import type { AnyRow, Writer } from './writer.ts'

/** Interned names kept at hand; forgotten as a whole beyond this many, so that memory stays bounded. */
const MOST_NAMES = 200_000

/** Rows into SQLite: every statement is derived from the table's description and prepared once. */
export class SqliteWriter implements Writer {
  readonly #sqlite: Sqlite
  readonly #names = new Map<string, bigint>()
  readonly #texts = new Map<string, string>()

  constructor(sqlite: Sqlite) {
    this.#sqlite = sqlite
  }

  checkpoint(): Checkpoint | undefined {
    return this.#sqlite.checkpoint()
  }

  begin(): void {
    this.#sqlite.exec('BEGIN IMMEDIATE')
  }

  commit({ chain, height, hashes, time, events, endedEpoch }: Checkpoint): void {
    this.#sqlite.run('INSERT OR REPLACE INTO checkpoint VALUES (1, ?, ?, ?, ?, ?, ?)', [
      chain,
      height,
      hashes.join(' '),
      time,
      events,
      endedEpoch,
    ])
    this.#sqlite.exec('COMMIT')
  }

  rollback(): void {
    this.#names.clear()
    this.#sqlite.exec('ROLLBACK')
  }

  get(table: AnyTable, key: AnyRow): AnyRow | undefined {
    const kept = keptColumns(table)
    const sql = this.#text(
      'get',
      table,
      () => `SELECT ${kept.join(', ')} FROM ${table.name} WHERE ${matching(table.key)}`,
    )
    const values = table.key.map(column => this.#known(table.columns[column], key[column]))
    const row = this.#sqlite.first(sql, values)
    return row && rowOf(kept, row)
  }

  find(table: AnyTable, where: AnyRow): AnyRow[] {
    const columns = Object.keys(table.columns)
    const given = Object.keys(where)
    const read = columns.map(column =>
      table.columns[column] === 'name' ? `(SELECT text FROM names WHERE id = ${column})` : column,
    )
    const sql = `SELECT ${read.join(', ')} FROM ${table.name} WHERE ${matching(given)}`
    const values = given.map(column => this.#known(table.columns[column], where[column]))
    return this.#sqlite.all(sql, values).map(row => rowOf(columns, row))
  }

  put(table: AnyTable, row: AnyRow): void {
    const columns = Object.keys(table.columns)
    const sql = this.#text('put', table, () => {
      const changed = columns.filter(column => !table.key.includes(column))
      const update = changed.map(column => `${column} = excluded.${column}`).join(', ')
      const clash = `ON CONFLICT (${table.key.join(', ')}) DO ${update ? `UPDATE SET ${update}` : 'NOTHING'}`
      return `INSERT INTO ${table.name} VALUES (${columns.map(() => '?').join(', ')}) ${clash}`
    })
    this.#sqlite.run(
      sql,
      columns.map(column => this.#interned(table.columns[column], row[column])),
    )
  }

  remove(table: AnyTable, key: AnyRow): void {
    const sql = this.#text('remove', table, () => `DELETE FROM ${table.name} WHERE ${matching(table.key)}`)
    this.#sqlite.run(
      sql,
      table.key.map(column => this.#known(table.columns[column], key[column])),
    )
  }

  close(): void {
    this.#sqlite.close()
  }

  #text(use: string, table: AnyTable, make: () => string): string {
    const name = `${use} ${table.name}`
    const text = this.#texts.get(name) ?? make()
    this.#texts.set(name, text)
    return text
  }

  /** The stored form of a value to look for; a name never seen is null, which matches nothing. */
  #known(kind: ColumnKind | undefined, value: string | bigint | undefined): SQLInputValue {
    return kind === 'name' ? (this.#nameId(value as string) ?? null) : stored(kind, value)
  }

  /** The stored form of a value to write; a new name gets its number. */
  #interned(kind: ColumnKind | undefined, value: string | bigint | undefined): SQLInputValue {
    if (kind !== 'name') return stored(kind, value)
    const known = this.#nameId(value as string)
    if (known !== undefined) return known
    const row = this.#sqlite.first('INSERT INTO names (text) VALUES (?) RETURNING id', [value as string])
    return this.#remember(value as string, row?.[0] as bigint)
  }

  #nameId(text: string): bigint | undefined {
    const id = this.#names.get(text)
    if (id !== undefined) return id
    const row = this.#sqlite.first('SELECT id FROM names WHERE text = ?', [text])
    return row && this.#remember(text, row[0] as bigint)
  }

  #remember(text: string, id: bigint): bigint {
    if (this.#names.size >= MOST_NAMES) this.#names.clear()
    this.#names.set(text, id)
    return id
  }
}

/** A hexadecimal id as its bytes (64 characters as 32); any other id as its text, which cannot be 32 bytes of hex. */
export function hashBytes(id: string): Buffer {
  return /^([0-9a-f]{2})+$/.test(id) ? Buffer.from(id, 'hex') : Buffer.from(`:${id}`)
}

function stored(kind: ColumnKind | undefined, value: string | bigint | undefined): SQLInputValue {
  if (value === undefined) throw new TypeError('a row lacks a column')
  return kind === 'hash' ? hashBytes(value as string) : value
}

function keptColumns(table: AnyTable): string[] {
  return Object.keys(table.columns).filter(
    column => table.columns[column] === 'integer' || table.columns[column] === 'text',
  )
}

function matching(columns: readonly string[]): string {
  return columns.map(column => `${column} = ?`).join(' AND ')
}

function rowOf(columns: readonly string[], values: readonly unknown[]): AnyRow {
  return Object.fromEntries(columns.map((column, index) => [column, values[index] as string | bigint]))
}
