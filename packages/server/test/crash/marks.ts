/**
 * Loaded into a run of `ingest` before the program itself. Tells the killer on descriptor 3 where the run is, one letter
 * each: begin, commit, and done. It does not change the program's behaviour.
 */
import { writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  if (/^(BEGIN|COMMIT)/.test(sql)) writeSync(3, sql.startsWith('BEGIN') ? 'b' : 'c')
  exec.call(this, sql)
  if (sql.startsWith('COMMIT')) writeSync(3, 'd')
}
