import type { Upgrade } from './upgrade.ts'

/** Adds the log of touched keys, empty. Its first entry comes with the next commit. */
export const toFormat7: Upgrade = {
  to: 7,
  sqlite: ['CREATE TABLE touched (number INTEGER PRIMARY KEY, state TEXT NOT NULL, keys BLOB)'],
  postgres: ['CREATE TABLE touched (number bigint PRIMARY KEY, state text COLLATE "C" NOT NULL, keys bytea)'],
}
