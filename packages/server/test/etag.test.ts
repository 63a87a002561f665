import { describe, expect, it, onTestFinished } from 'vitest'
import { openWriter } from '../src/ingest/open-writer.ts'
import { openDatabases } from '../src/network/databases.ts'
import { version } from '../src/responses/version.ts'
import { Chain } from './chain.ts'
import { newDatabase } from './database.ts'
import { account, orderId } from './events.ts'
import { ingestInto, running } from './running.ts'

/** A chain of a block whose one account has this balance. */
const chain = (balance: string) => new Chain().block(account({ balance }))

async function filled(lines: readonly string[]): Promise<string> {
  const { database, release } = await newDatabase()
  onTestFinished(release)
  await ingestInto(database, lines)
  return database
}

/** The tag of every response of a process that serves the database. */
async function tagOf(database: string): Promise<string | undefined> {
  const network = await openDatabases({ database })
  const { etag } = await network.head()
  await network.close()
  return etag
}

describe('the tag of every response', () => {
  it('differs between databases that were ingested apart, though they stand at the same block', async () => {
    const [one, other] = [await filled(chain('1').lines), await filled(chain('2').lines)]
    expect(await tagOf(one)).not.toBe(await tagOf(other))
  })

  it('is the same for every process that serves the database', async () => {
    const database = await filled(chain('1').lines)
    expect(await tagOf(database)).toBe(await tagOf(database))
  })

  it('stays when an ingest stores nothing, and changes with every block', async () => {
    const growing = chain('1')
    const database = await filled(growing.lines)
    const first = await tagOf(database)
    await ingestInto(database, growing.lines)
    expect(await tagOf(database)).toBe(first)
    await ingestInto(database, growing.block().lines)
    const second = await tagOf(database)
    expect(second).not.toBe(first)
    await ingestInto(database, growing.block().lines)
    expect([first, second]).not.toContain(await tagOf(database))
  })

  it('names the version of the server, which may write the same rows in another way', async () => {
    expect(await tagOf(await filled(chain('1').lines))).toContain(`${version}-`)
  })

  it('is there before the first block too', async () => {
    const { database, release } = await newDatabase()
    onTestFinished(release)
    await (await openWriter(database)).close()
    const empty = await tagOf(database)
    expect(empty).toMatch(/-empty-/)
    await ingestInto(database, chain('1').lines)
    expect(await tagOf(database)).not.toBe(empty)
  })
})

describe('the tag of a response', () => {
  const ACCOUNTS = '/api/v2/accounts'

  it('turns only a 200 of its own address into a 304', async () => {
    const { get, close } = await running(chain('1').lines)
    onTestFinished(close)
    const tagged = async (path: string) => String((await get(path)).headers.etag)
    const tag = await tagged(ACCOUNTS)
    const statusOf = async (path: string) => (await get(path, 'GET', { 'if-none-match': tag })).status
    expect(await statusOf(ACCOUNTS)).toBe(304)
    expect(await statusOf(`${ACCOUNTS}?pagination.first=1`)).toBe(200)
    expect(await statusOf(`/api/v2/order/${orderId(1)}`)).toBe(404)
    // The operation itself refuses these, with a look at the records.
    expect(await statusOf(`${ACCOUNTS}?includeDerivedParties=true`)).toBe(400)
    expect(await statusOf(`${ACCOUNTS}?pagination.first=1&pagination.last=1`)).toBe(400)
    expect(await statusOf(`${ACCOUNTS}?filter.assetId=noSuchName`)).toBe(400)
  })
})
