import type { Upgrade } from './upgrade.ts'

/** The limits of classOf for `changed - at`. This is a copy on purpose, since an upgrade step must never change. */
const steps = Array.from(
  { length: 30 },
  (_, step) => `WHEN changed - at < ${1n << BigInt(30 + step)} THEN ${step + 1}`,
)
const AGE = `CASE WHEN changed - at <= -${1n << 30n} THEN 0 ${steps.join(' ')} ELSE 31 END`

/** The new indexes by their equality columns, with the numbers of their conditions on PostgreSQL. */
const INDEXES = [
  ['party, age', -10],
  ['status, age', -11],
  ['market, age', -12],
  ['age', -13],
] as const

function createIndex(columns: string): string {
  const name = `stop_orders_by_${columns.replace(', ', '_')}_at_pos`
  return `CREATE INDEX ${name} ON stop_orders (${columns}, at, pos, changed)`
}

/** Adds the age class of stop orders and its indexes, so that a page of a date range costs like any other. */
export const toFormat2: Upgrade = {
  to: 2,
  sqlite: [
    'ALTER TABLE stop_orders ADD COLUMN age INTEGER NOT NULL DEFAULT 0',
    `UPDATE stop_orders SET age = ${AGE}`,
    ...INDEXES.map(([columns]) => createIndex(columns)),
  ],
  postgres: [
    // Copies each row once with the new column. An UPDATE would double the size of the table.
    `ALTER TABLE stop_orders ADD COLUMN age bigint NOT NULL GENERATED ALWAYS AS (${AGE}) STORED`,
    'ALTER TABLE stop_orders ALTER COLUMN age DROP EXPRESSION',
    ...INDEXES.map(([columns, number]) => `${createIndex(columns)} WHERE pos <> ${number}`),
  ],
}
