import type { Upgrade } from './upgrade.ts'

/** The checkpoint gets the run that stored it. Nobody knows which one that was: it is one that no other database has. */
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
