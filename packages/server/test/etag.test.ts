import { describe, expect, it } from 'vitest'
import { openDatabases } from '../src/network/open-network.ts'
import { Chain } from './chain.ts'
import { newPlace } from './database.ts'
import { account, orderId } from './events.ts'
import { ingestInto, running } from './running.ts'

/** A chain of a block whose one account has this balance. */
const chain = (balance: string) => new Chain().block(account({ balance }))

async function filled(lines: readonly string[]): Promise<string> {
  const database = await newPlace()
  await ingestInto(database, lines)
  return database
}

/** The state of the rows, as a process that serves the database sees it. */
async function stateOf(database: string): Promise<string> {
  const network = await openDatabases({ database })
  const { state } = await network.head()
  await network.close()
  return state
}

describe('the state of the rows', () => {
  it('differs between databases that were ingested apart, though they stand at the same block', async () => {
    const [one, other] = [await filled(chain('1').lines), await filled(chain('2').lines)]
    expect(await stateOf(one)).not.toBe(await stateOf(other))
  })

  it('stays when an ingest stores nothing, and changes with every block', async () => {
    const growing = chain('1')
    const database = await filled(growing.lines)
    const first = await stateOf(database)
    await ingestInto(database, growing.lines)
    expect(await stateOf(database)).toBe(first)
    await ingestInto(database, growing.block().lines)
    const second = await stateOf(database)
    expect(second).not.toBe(first)
    await ingestInto(database, growing.block().lines)
    expect([first, second]).not.toContain(await stateOf(database))
  })
})

describe('the tag of a response', () => {
  const ACCOUNTS = '/api/v2/accounts'

  it('is that of the body: the same at another block and of another database', async () => {
    const growing = chain('1')
    const one = await running(growing.lines)
    const { etag, 'x-block-height': before } = (await one.get(ACCOUNTS)).headers
    await one.more(growing.block().lines)
    const unchanged = await one.get(ACCOUNTS, 'GET', { 'if-none-match': String(etag) })
    expect(unchanged.status).toBe(304)
    expect(Number(unchanged.headers['x-block-height'])).toBe(Number(before) + 1)
    const other = await running(growing.lines)
    expect((await other.get(ACCOUNTS)).headers.etag).toBe(etag)
    await other.more(growing.block(account({ balance: '2' })).lines)
    expect((await other.get(ACCOUNTS)).headers.etag).not.toBe(etag)
  })

  it('turns only an equal 200 into a 304', async () => {
    const { get } = await running(chain('1').lines)
    const tagged = async (path: string) => String((await get(path)).headers.etag)
    const tag = await tagged(ACCOUNTS)
    const statusOf = async (path: string) => (await get(path, 'GET', { 'if-none-match': tag })).status
    expect(await statusOf(ACCOUNTS)).toBe(304)
    expect(await statusOf('/api/v2/stoporders')).toBe(200)
    expect(await statusOf(`/api/v2/order/${orderId(1)}`)).toBe(404)
    // The operation itself refuses these, with a look at the records.
    expect(await statusOf(`${ACCOUNTS}?includeDerivedParties=true`)).toBe(400)
    expect(await statusOf(`${ACCOUNTS}?pagination.first=1&pagination.last=1`)).toBe(400)
    expect(await statusOf(`${ACCOUNTS}?filter.assetId=noSuchName`)).toBe(400)
  })
})
