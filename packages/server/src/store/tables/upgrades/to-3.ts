import type { Upgrade } from './upgrade.ts'

/** Adds the run of ingest to the checkpoint: a new name, since the real run is unknown. */
export const toFormat3: Upgrade = {
  to: 3,
  sqlite: [
    `ALTER TABLE checkpoint ADD COLUMN run TEXT NOT NULL DEFAULT ''`,
    'UPDATE checkpoint SET run = lower(hex(randomblob(9)))',
  ],
  postgres: [
    'ALTER TABLE checkpoint ADD COLUMN run text NOT NULL DEFAULT gen_random_uuid()::text',
    'ALTER TABLE checkpoint ALTER COLUMN run DROP DEFAULT',
  ],
}
