import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openDatabases, operations } from '../../src/network/open-network.ts'
import { tables } from '../../src/projections/index.ts'
import { atEnd } from '../at-end.ts'
import { Chain } from '../chain.ts'
import { newPlace } from '../database.ts'
import { market, orderId, party, stopOrder } from '../events.ts'
import { promised } from '../faults/guide.ts'
import { ingestInto, opened } from '../running.ts'
import { run } from './database.ts'

const GUIDE = new URL('../../../docs/guides/guides/9-postgresql.md', import.meta.url)
const ROLE = `reads_${process.pid}`
const EVERY_TABLE = ['checkpoint', 'format', 'names', ...tables.map(({ name }) => name)]

const pending = (number: number) =>
  stopOrder({ id: orderId(number), partyId: party(1), marketId: market(1), status: 'STATUS_PENDING' })
const chain = new Chain().block(pending(1))
const database = await newPlace()
const ofRole = Object.assign(new URL(database), { username: ROLE }).href
await run(database, `CREATE ROLE ${ROLE} LOGIN; ALTER ROLE ${ROLE} SET default_transaction_read_only = on`)
atEnd(() => run(database, `DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`))

/** Runs the statement of the guide that begins with these words. */
async function grantAsTold(words: string): Promise<void> {
  const [, statement = ''] =
    new RegExp(`\`(${words} [^\`]* TO )reader\``).exec(readFileSync(GUIDE, 'utf8')) ?? []
  expect(statement).not.toBe('')
  await run(database, `${statement} ${ROLE}`)
}

/** Checks that each operation responds to the role, and that a waiting request gets a change. */
async function expectServed(number: number): Promise<void> {
  const { app, waiting } = await opened(ofRole)
  for (const { path } of operations) {
    const url = `${path.replace(/\{\w+\}/, party(1))}${path.includes('signatures') ? `?id=${party(1)}` : ''}`
    expect([200, 404], url).toContain((await app.inject(url)).statusCode)
  }
  const url = '/api/v2/stoporders'
  const etag = String((await app.inject(url)).headers.etag)
  const next = app.inject({ url, headers: { 'if-none-match': etag, prefer: 'wait=50' } })
  await expect.poll(() => waiting.overload.accounts.held.waiting, { interval: 5 }).toBe(1)
  await ingestInto(database, chain.block(pending(number)).lines)
  expect((await next).statusCode).toBe(200)
}

it('a user with the default privileges of the guide reads tables that are created later', async () => {
  await grantAsTold('ALTER DEFAULT PRIVILEGES')
  await ingestInto(database, chain.lines)
  await expectServed(2)
})

it('a user with the grant of the guide reads everything, and needs nothing else', async () => {
  await run(database, `DROP OWNED BY ${ROLE}`)
  await grantAsTold('GRANT')
  await expectServed(3)
})

it('a user who may not read a table of another program is served', async () => {
  await run(database, 'CREATE TABLE other_program (id bigint)')
  await (await openDatabases({ database: ofRole })).close()
})

it.each(['stop_orders', 'checkpoint'])(
  'without SELECT on %s, a service that runs refuses its requests, logs the table, and is not ready',
  async table => {
    const logged: string[] = []
    const stream = { write: (line: string) => void logged.push(line) }
    const onFailure = (error: unknown) => void logged.push(String(error))
    const { app } = await opened(ofRole, { onFailure, logger: { level: 'warn', stream } })
    const statuses = async () => [
      (await app.inject('/api/v2/stoporders')).statusCode,
      (await app.inject('/ready')).statusCode,
    ]
    expect(await statuses()).toEqual([200, 200])
    await run(database, `REVOKE SELECT ON ${table} FROM ${ROLE}`)
    expect(await statuses()).toEqual([503, 503])
    expect(logged[0]).toContain(`permission denied for table ${table}`)
    for (const words of promised('its user loses `SELECT` on a table of PostgreSQL'))
      expect(logged[0]).toMatch(words)
    expect(logged[1]).toContain(table)
    await run(database, `GRANT SELECT ON ${table} TO ${ROLE}`)
    expect(await statuses()).toEqual([200, 200])
  },
)

it.each(EVERY_TABLE)('a user who may not read %s is told so at the start', async table => {
  await run(database, `REVOKE SELECT ON ${table} FROM ${ROLE}`)
  const opened = openDatabases({ database: ofRole })
  if (table === 'format') await expect(opened).rejects.toThrow('permission denied for table format')
  else {
    for (const words of promised('its user may not read a table of PostgreSQL'))
      await expect(opened).rejects.toThrow(words)
    await expect(opened).rejects.toThrow(`permission denied for: ${table};`)
  }
  await run(database, `GRANT SELECT ON ${table} TO ${ROLE}`)
})
