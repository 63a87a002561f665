/**
 * Loaded into a run of `ingest` before the program itself. Reports the phases of the run on descriptor 3, one letter
 * each, so that the killer knows the current phase. It does not change the program's behaviour.
 */
import { writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { type Mark, marks } from './phases.ts'

const tell = (mark: Mark) => void writeSync(3, mark)

function tellOf(text: unknown): boolean {
  if (typeof text !== 'string' || !/^(BEGIN|COMMIT)/.test(text)) return false
  tell(text.startsWith('BEGIN') ? marks.begin : marks.commit)
  return text.startsWith('COMMIT')
}

const { exec, close } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  if (sql.startsWith('PRAGMA busy_timeout')) tell(marks.open)
  const commits = tellOf(sql)
  exec.call(this, sql)
  if (commits) tell(marks.committed)
}
DatabaseSync.prototype.close = function () {
  tell(marks.close)
  close.call(this)
}

type Ask = (...question: unknown[]) => unknown
const client = pg.Client.prototype as unknown as Record<'connect' | 'query' | 'end', Ask>
const { connect, query, end } = client
client.connect = function (...args) {
  tell(marks.open)
  return connect.apply(this, args)
}
client.query = function (...args) {
  const [question] = args as [string | { text?: string }]
  const commits = tellOf(typeof question === 'string' ? question : question.text)
  const answer = query.apply(this, args)
  // The caller handles the failure; only success counts here.
  if (commits) (answer as Promise<unknown>).then(() => tell(marks.committed)).catch(() => undefined)
  return answer
}
client.end = function (...args) {
  tell(marks.close)
  return end.apply(this, args)
}
