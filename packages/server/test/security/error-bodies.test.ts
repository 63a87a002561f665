import { tmpdir } from 'node:os'
import { StatementSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exampleBlocks } from '../../src/commands/sample/example-life.ts'
import { operations } from '../../src/network/open-network.ts'
import { tables } from '../../src/projections/index.ts'
import { Chain } from '../chain.ts'
import { newPlace, postgresUrl } from '../database.ts'
import { ingestInto, opened } from '../running.ts'

const database = await newPlace()
await ingestInto(database, new Chain().blocks(exampleBlocks.flatMap(({ events }) => events)).lines)
afterEach(() => void vi.restoreAllMocks())

const ID = 'ab'.repeat(32)
/** A request of each operation, with parameters that reach a statement. */
const requests = operations.map(({ operationId, path, parameters }) => {
  const required = parameters.filter(({ required, in: place }) => required && place === 'query')
  const query = required.map(({ name }) => `${name}=${ID}`).join('&')
  return [operationId, `${path.replace(/\{.*?\}/, ID)}?${query}`] as const
})

/**
 * Text that no response may contain: statements, names of tables, drivers and files, addresses of databases, stacks.
 */
const INSIDE = new RegExp(
  [
    'SELECT|FROM|WHERE|BEGIN|relation|column|statement|syntax|sqlite|postgres|SQLSTATE|42P01|42703',
    ...tables.map(({ name }) => `\\b${name}\\b`),
    'node:|node_modules|\\.[jt]s\\b|\\bat \\w+ \\(|/var/lib|127\\.0\\.0\\.1|10\\.9\\.8\\.7|secret|Error:',
  ].join('|'),
  'i',
)

/** The sources and the temporary files, wherever these are. */
const FOLDERS = [fileURLToPath(new URL('../../../../', import.meta.url)), tmpdir()]

/** Sends a request to its own service, which will fail to read, and collects all output. */
async function failure(url: string, fail: () => unknown) {
  const logged: string[] = []
  const write = (line: string) => void logged.push(line)
  const { app, close } = await opened(database, { warn: write, logger: { level: 'warn', stream: { write } } })
  await fail()
  const { statusCode, headers, json } = await app.inject(url)
  await close()
  const { code, message, details, ...rest } = json() as Record<string, unknown>
  expect(rest).toEqual({})
  const { date: _date, ...told } = headers
  // The id is the client's own text.
  const text = JSON.stringify([told, message, details]).replaceAll(ID, '')
  expect(text).not.toMatch(INSIDE)
  for (const path of FOLDERS) expect(text).not.toContain(path)
  return { status: statusCode, code, message: String(message), log: logged.join('\n') }
}

const DETAIL =
  'near "SELECT edge FROM accounts" in /var/lib/secret.sqlite of 10.9.8.7:5432 at read (postgres.js:1)'

/** Makes each statement of an operation fail like a driver; others work. */
function failing(error: Error): void {
  const isSpared = (text: string) =>
    /checkpoint|formats?\b|PRAGMA|BEGIN|COMMIT|ROLLBACK|current_setting/.test(text)
  for (const method of ['all', 'get'] as const) {
    const read = StatementSync.prototype[method] as (...values: unknown[]) => unknown
    function spied(this: StatementSync, ...values: unknown[]) {
      if (isSpared(this.sourceSQL)) return read.apply(this, values)
      throw error
    }
    vi.spyOn(StatementSync.prototype, method).mockImplementation(spied as never)
  }
  // The database refuses the text, and `pg` hands over the error that the test gives.
  const parse = pg.Connection.prototype.parse
  vi.spyOn(pg.Connection.prototype, 'parse').mockImplementation(function (this: pg.Connection, given, more) {
    return parse.call(this, isSpared(given.text) ? given : { ...given, text: 'fails' }, more)
  })
  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    try {
      return (await query.apply(this, args)) as never
    } catch {
      throw error
    }
  } as never)
}

const sqlState = (code: string) => Object.assign(new pg.DatabaseError(DETAIL, 0, 'error'), { code })

describe('an answer says nothing of the inside', () => {
  it.each(requests)('%s, when a statement is wrong', async (_, url) => {
    const error = postgresUrl === undefined ? new Error(DETAIL) : sqlState('42703')
    const { status, code, message, log } = await failure(url, () => failing(error))
    expect([status, code]).toEqual([500, 13])
    const [, id = 'none'] = /^Internal error; the log has it under request (\S+)$/.exec(message) ?? []
    // The log has the details that the response omits.
    expect(log).toContain(id)
    expect(log).toContain('/var/lib/secret.sqlite')
    expect(log).toContain('error-bodies.test.ts')
  })

  it.skipIf(postgresUrl === undefined).each([
    ['breaks', Object.assign(new Error(`connect ECONNREFUSED ${DETAIL}`), { code: 'ECONNREFUSED' })],
    ['has no place left', sqlState('53300')],
    ['is ended by an administrator', sqlState('57P01')],
  ])('when a connection %s', async (_, error) => {
    const { status, code, log } = await failure('/api/v2/accounts', () => failing(error))
    expect([status, code]).toEqual([503, 14])
    expect(log).toContain(DETAIL)
  })
})
