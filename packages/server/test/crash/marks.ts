/**
 * Loaded into a run of `ingest` before the program itself: tells on descriptor 3 where in its life it is, a letter each,
 * so that whoever kills it knows what it was about to do. It changes nothing of what the program does.
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
  // Those who ask get the failure; here only success counts.
  if (commits) (answer as Promise<unknown>).then(() => tell(marks.committed)).catch(() => undefined)
  return answer
}
client.end = function (...args) {
  tell(marks.close)
  return end.apply(this, args)
}
