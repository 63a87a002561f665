import { createHash } from 'node:crypto'
import { version } from '../../version.ts'
import { checkpointTable } from './checkpoint.ts'
import type { AnyTable } from './table.ts'

/** The number in the header of every file since 3.0.0. The row of {@link READ_FORMAT} tells the versions apart. */
export const FILE_NUMBER = 8

/** The one row about the tables: a digest of their description, the version that made them, the changes of their JSON. */
export const PUT_FORMAT = `INSERT INTO format VALUES (1, ?1, ?2, ?3)
  ON CONFLICT (one) DO UPDATE SET (digest, version, changes) = (excluded.digest, excluded.version, excluded.changes)`
export const READ_FORMAT = 'SELECT digest, version, changes FROM format'

/** A row of {@link READ_FORMAT}. */
export type StoredFormat = readonly unknown[]

/** The tables that are no read models, except that of the format. */
const OWN_TABLES = ['names', 'checkpoint', 'blocks']

/** Returns a name for the stored form of these tables. Any change of a column, an index or the JSON changes it. */
export function digestOf(tables: readonly AnyTable[]): string {
  const described = tables.map(({ name, columns, key, cluster, indexes, delay, retention, changes = {} }) => [
    ...[name, columns, key, cluster, indexes, delay, retention?.ended],
    Object.keys(changes),
  ])
  const text = JSON.stringify([described, checkpointTable.columns, OWN_TABLES])
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

export function formatValues(tables: readonly AnyTable[]): string[] {
  return [digestOf(tables), version, changesOf(tables).join('\n')]
}

export function changesOf(tables: readonly AnyTable[]): string[] {
  return tables.flatMap(({ name, changes = {} }) => Object.keys(changes).map(change => `${name} ${change}`))
}

/** Returns true for the format of this version. A reader cannot upgrade any other. */
export function isCurrent(stored: StoredFormat, tables: readonly AnyTable[]): boolean {
  return stored[0] === digestOf(tables)
}

/**
 * @param upgrade says what upgrades such a database
 * @throws Error with advice for any format but this version's
 */
export function requireCurrent(stored: StoredFormat, tables: readonly AnyTable[], upgrade: string): void {
  if (isCurrent(stored, tables)) return
  requireOlder(stored)
  throw new Error(`its tables are of version ${stored[1]}, and this is version ${version}; ${upgrade}`)
}

/** @throws Error with advice for a format that this version cannot upgrade */
export function requireOlder(stored: StoredFormat): void {
  if (isNewer(String(stored[1])))
    throw new Error(
      `its tables are of version ${stored[1]}; this is version ${version}: use that version, or a later one`,
    )
}

/** The rows of a format lack something that only the events have. */
export function newIngest([, made]: StoredFormat): Error {
  return new Error(
    `its tables are of version ${made}, and their rows lack data of version ${version}; ingest the events into a new database`,
  )
}

function isNewer(other: string): boolean {
  const [theirs, ours] = [other, version].map(text => text.split('-', 1)[0]?.split('.').map(Number) ?? [])
  const at = ours?.findIndex((number, index) => number !== theirs?.[index]) ?? -1
  return at >= 0 && (theirs?.[at] ?? 0) > (ours?.[at] ?? 0)
}
