/** Loaded into a run of `ingest`: its database may have no more pages than it has, as if the disk had no more. */
import { DatabaseSync } from 'node:sqlite'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  exec.call(this, sql)
  // SQLite takes the smaller of this and what the file has.
  if (sql.startsWith('PRAGMA busy_timeout')) exec.call(this, 'PRAGMA max_page_count = 1')
}
