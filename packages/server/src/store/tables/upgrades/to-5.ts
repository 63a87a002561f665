import type { Upgrade } from './upgrade.ts'

/**
 * The proportion of a liquidity order becomes a number. `offset` is the next field of the order, and only there does it
 * follow a closing quotation mark: in a text, that mark has a backslash.
 */
const numbers = `UPDATE liquidity_provisions
  SET edge = replace(replace(edge, '"proportion":"', '"proportion":'), '","offset":', ',"offset":')`

/** The JSON in rows changes, so the run of ingest gets a new name, and every response a new tag. */
export const toFormat5: Upgrade = {
  to: 5,
  sqlite: [numbers, 'UPDATE checkpoint SET run = lower(hex(randomblob(9)))'],
  postgres: [numbers, 'UPDATE checkpoint SET run = gen_random_uuid()::text'],
}
