import type { Upgrade } from './upgrade.ts'

/**
 * Adds the place of the last stored block in its file, so that ingest begins to read there. The real one is unknown.
 */
export const toFormat6: Upgrade = {
  to: 6,
  sqlite: [
    `ALTER TABLE checkpoint ADD COLUMN file TEXT NOT NULL DEFAULT ''`,
    'ALTER TABLE checkpoint ADD COLUMN file_offset INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE checkpoint ADD COLUMN file_records INTEGER NOT NULL DEFAULT 0',
  ],
  postgres: [
    `ALTER TABLE checkpoint ADD COLUMN file text NOT NULL DEFAULT '',
       ADD COLUMN file_offset bigint NOT NULL DEFAULT 0, ADD COLUMN file_records bigint NOT NULL DEFAULT 0`,
    `ALTER TABLE checkpoint ALTER COLUMN file DROP DEFAULT,
       ALTER COLUMN file_offset DROP DEFAULT, ALTER COLUMN file_records DROP DEFAULT`,
  ],
}
