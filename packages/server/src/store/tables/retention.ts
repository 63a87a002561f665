import { type AnyTable, LIVE, type Retention } from './table.ts'

export type LimitedTable = AnyTable & { readonly retention: Retention }

export function isLimited(table: AnyTable): table is LimitedTable {
  return table.retention !== undefined
}

const SINCE = '(SELECT since FROM checkpoint)'

/**
 * Returns the condition on the rows that responses may contain, as SQL. Rows behind the limit stay in the table until a
 * later commit removes them.
 */
export function visibleRows(table: AnyTable, tables: readonly AnyTable[]): string {
  if (isLimited(table)) return `${table.retention.ended} >= ${SINCE}`
  const owner = tables.find(({ retention }) => retention?.dependents?.includes(table))
  if (!owner) return 'true'
  const ofRecord = owner.key.map(column => `${owner.name}.${column} = ${table.name}.${column}`).join(' AND ')
  const record = `SELECT 1 FROM ${owner.name} WHERE ${ofRecord} AND ${visibleRows(owner, tables)}`
  // Without a limit, no row needs a look-up of its record.
  return `(${SINCE} = 0 OR EXISTS (${record}))`
}

/** Only these rows are in the index by end. Live rows would only make it larger. */
const HAS_ENDED = `< ${LIVE}`

/** Returns the index by end. Reading statements do not have its condition, so they cannot use it by mistake. */
export function retentionIndex({ name, retention: { ended } }: LimitedTable) {
  const index = `${name}_by_${ended}`
  return {
    name: index,
    create: `CREATE INDEX ${index} ON ${name} (${ended}) WHERE ${ended} ${HAS_ENDED}`,
  }
}

/** Minimum number of rows of each table that a commit removes, if so many are behind the limit. */
const MIN_REMOVED = 5000n

/**
 * Returns the maximum number of rows of each table that a commit removes. It removes more than its events can add, and
 * so also catches up after the first limit or a long break of the network.
 */
export function maxRemoved(events: bigint): bigint {
  return MIN_REMOVED + 2n * events
}

/** Returns the statement for the keys of the rows behind a limit, the latest ends first: `?1` the limit, `?2` the number. */
export function rowsBehind({ name, key, retention: { ended } }: LimitedTable): string {
  const behind = `${ended} < ?1 AND ${ended} ${HAS_ENDED}`
  return `SELECT ${key.join(', ')} FROM ${name} WHERE ${behind} ORDER BY ${ended} DESC LIMIT ?2`
}
