/** Loaded into a run of `ingest`. Limits its database to its current number of pages, like a full disk. */
import { DatabaseSync } from 'node:sqlite'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  exec.call(this, sql)
  // SQLite never goes below the current size of the file.
  if (sql.startsWith('PRAGMA busy_timeout')) exec.call(this, 'PRAGMA max_page_count = 1')
}
