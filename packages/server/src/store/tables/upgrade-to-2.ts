import type { Upgrade } from './upgrade.ts'

/** What classOf says of `changed - at`; written down once more, since a step must stay what it was. */
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

/** Stop orders get the class of their age and its indexes, so that a page of a range of dates costs what any page costs. */
export const toFormat2: Upgrade = {
  to: 2,
  sqlite: [
    'ALTER TABLE stop_orders ADD COLUMN age INTEGER NOT NULL DEFAULT 0',
    `UPDATE stop_orders SET age = ${AGE}`,
    ...INDEXES.map(([columns]) => createIndex(columns)),
  ],
  postgres: [
    // Written once with the rest of the row; an UPDATE would leave the table twice as big.
    `ALTER TABLE stop_orders ADD COLUMN age bigint NOT NULL GENERATED ALWAYS AS (${AGE}) STORED`,
    'ALTER TABLE stop_orders ALTER COLUMN age DROP EXPRESSION',
    ...INDEXES.map(([columns, number]) => `${createIndex(columns)} WHERE pos <> ${number}`),
  ],
}
