import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Cluster } from '@trading-network/test/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ingest } from '../../src/ingest/ingest.ts'
import { openWriter } from '../../src/ingest/open-writer.ts'
import { readSource } from '../../src/ingest/source.ts'
import { serve } from '../../src/service/serve.ts'
import { Chain } from '../chain.ts'
import { contents } from '../contents.ts'
import { validateAnswer } from '../contract-check.ts'
import { newDatabase } from '../database.ts'
import { account, asset } from '../events.ts'
import { ingestInto } from '../running.ts'

const ACCOUNTS = [1, 2, 3, 4, 5]

/** The responses to the load by status, and every wrong response. */
interface Seen {
  readonly statuses: Map<number, number>
  readonly wrong: string[]
}

/** In each block every account gets the block's height as its balance, so each response shows if it is correct. */
function liveNetwork(): { chain: Chain; feed: PassThrough; end(): Promise<void> } {
  const chain = new Chain()
  const feed = new PassThrough()
  let over = false
  const fed = (async () => {
    for (let height = 1; !over; height += 1) {
      const before = chain.lines.length
      chain.block(...ACCOUNTS.map(number => account({ asset: asset(number), balance: String(height) })))
      feed.write(`${chain.lines.slice(before).join('\n')}\n`)
      await wait(20)
    }
    feed.end()
  })()
  const end = () => {
    over = true
    return fed
  }
  return { chain, feed, end }
}

async function ask(url: string, { statuses, wrong }: Seen): Promise<void> {
  const path = '/api/v2/accounts'
  const answer = await fetch(url + path)
  const body = (await answer.json()) as { accounts: { edges: { node: { balance: string } }[] } }
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  validateAnswer(path, answer.status, body)
  if (answer.status !== 200) {
    if (answer.status !== 503 || answer.headers.get('retry-after') === null) wrong.push(JSON.stringify(body))
    return
  }
  const height = answer.headers.get('x-block-height')
  const balances = body.accounts.edges.map(({ node }) => node.balance)
  const expected = height === '0' ? [] : ACCOUNTS.map(() => height)
  if (JSON.stringify(balances) !== JSON.stringify(expected)) wrong.push(`block ${height}: ${balances}`)
}

describe('a primary with a streaming standby, under load', () => {
  let primary: Cluster
  let standby: Cluster
  beforeAll(async () => {
    primary = await Cluster.create(['wal_keep_size = 256MB'])
    standby = await primary.standby()
    await primary.start()
    await standby.start()
  })
  afterAll(async () => {
    await standby.stop()
    await primary.remove()
  })

  it('answers right or 503 while the standby is killed and the primary restarts, and loses no event', async () => {
    const { chain, feed, end } = liveNetwork()
    const writer = await openWriter(primary.url())
    const ingested = ingest(readSource('the live network', feed), writer, { batchEvents: 10 })
    await until(async () => (await fetchHeight(standby)) > 0)
    const database = primary.url()
    const replicas = [standby.url()]
    const serving = await serve({ database, replicas, host: '127.0.0.1', port: 0, log: 'silent' })

    const seen: Seen = { statuses: new Map(), wrong: [] }
    let over = false
    const load = [1, 2, 3, 4].map(async () => {
      while (!over) await ask(serving.url, seen)
    })
    const count = (status: number) => seen.statuses.get(status) ?? 0
    /** Waits for so many more responses with this status. */
    const more = async (status: number, responses = 10) => {
      const before = count(status)
      await until(async () => count(status) >= before + responses)
    }

    await more(200)
    await standby.stop('SIGQUIT')
    await more(200, 50)
    await primary.stop('SIGQUIT')
    await more(503)
    await standby.start()
    // A failed database is paused for a second. Then the standby answers alone, at its current block.
    await wait(1500)
    await more(200)
    const failures = count(503)
    await more(200, 50)
    expect(count(503)).toBe(failures)
    await primary.start()
    await more(200, 50)

    over = true
    await Promise.all(load)
    await end()
    const { checkpoint, skipped } = await ingested
    await writer.close()
    expect(seen.wrong).toEqual([])
    expect([...seen.statuses.keys()].sort()).toEqual([200, 503])
    expect([checkpoint.height, skipped]).toEqual([chain.height, 0])

    const expected = await newDatabase('sqlite')
    await ingestInto(expected.database, chain.lines)
    expect(await contents(primary.url())).toEqual(await contents(expected.database))
    await expected.release()
    await until(async () => BigInt(await fetchHeight(standby)) === chain.height)
    expect(await contents(standby.url())).toEqual(await contents(primary.url()))
    await serving.close()
  })
})

/** Returns the current block of a server; 0 while it has none. */
async function fetchHeight(cluster: Cluster): Promise<number> {
  const [, rows] = ((await contents(cluster.url()).catch(() => [])) as [string, unknown[][]][]).at(-1) ?? []
  return Number(rows?.[0]?.[2] ?? 0)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 120_000; !(await holds()); await wait(50))
    if (Date.now() > deadline) throw new Error('it does not come true')
}
