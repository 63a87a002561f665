import { setTimeout as wait } from 'node:timers/promises'
import { Cluster } from '@trading-network/test/postgres'
import { expect, it } from 'vitest'
import { serve } from '../../src/service/serve.ts'
import { atEnd } from '../at-end.ts'
import { Chain } from '../chain.ts'
import { contents } from '../contents.ts'
import { newPlace } from '../database.ts'
import { account, asset } from '../events.ts'
import { requireBody } from '../recorder/recorded.ts'
import { ingestInto, sourceOf } from '../running.ts'
import { run } from './database.ts'
import { Link } from './link.ts'
import { openMirrored } from './mirrored.ts'

const ACCOUNTS = [1, 2, 3, 4, 5]
const BLOCK_MS = 20

/** A network until its signal: each block gives every account its height as balance, so each response shows if it is whole. */
function liveNetwork(signal: AbortSignal) {
  const chain = new Chain()
  async function* records() {
    for (let height = 1; !signal.aborted; height += 1) {
      const before = chain.lines.length
      chain.block(...ACCOUNTS.map(number => account({ asset: asset(number), balance: String(height) })))
      yield chain.lines.slice(before)
      await wait(BLOCK_MS)
    }
  }
  return { chain, source: { ...sourceOf([]), isLive: true, records } }
}

/** Clients that ask some services one after the other, until the end. Each response must be that of its block, or 503. */
function startClients(urls: readonly string[]) {
  const wrong: string[] = []
  /** Number of responses by service and status. */
  const counts = new Map<string, number>()
  let isOver = false
  const ask = async (service: number) => {
    const path = '/api/v2/accounts'
    const answer = await fetch(urls[service] + path)
    const body = (await answer.json()) as { accounts: { edges: { node: { balance: string } }[] } }
    await requireBody(path, answer.status, body)
    const key = `${service} ${answer.status}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    if (answer.status === 503) return
    const height = answer.headers.get('x-block-height')
    const balances = body.accounts.edges.map(({ node }) => node.balance)
    if (balances.join() !== ACCOUNTS.map(() => height).join()) wrong.push(`block ${height}: ${balances}`)
  }
  const clients = [1, 2, 3].map(async () => {
    while (!isOver)
      for (const service of urls.keys()) await ask(service).catch(error => void wrong.push(String(error)))
  })
  /** Waits for some more responses of a service with this status. */
  const more = async (service: number, status: number) => {
    const count = () => counts.get(`${service} ${status}`) ?? 0
    const before = count()
    await expect.poll(count, { interval: 20 }).toBeGreaterThan(before + 10)
  }
  const end = async () => {
    isOver = true
    await Promise.all(clients)
    return wrong
  }
  return { more, end }
}

const primary = await Cluster.create(['wal_keep_size = 256MB'])
const replication = await Link.open(primary.url())
const writing = await Link.open(primary.url())
const standby = await primary.standby(replication.port)
await primary.start()
await standby.start()
atEnd(async () => {
  await standby.stop('SIGQUIT')
  await primary.remove()
})

it('a restart of the primary, and its loss with blocks that the standby lacks, lose nothing', async () => {
  const over = new AbortController()
  const { chain, source } = liveNetwork(over.signal)
  const path = await newPlace('sqlite')
  const url = writing.urlOf(primary.url())
  const both = openMirrored(path, url)
  const stored = both.store(source)
  await expect.poll(() => both.mirror.height).toBeGreaterThan(3n)
  const options = { host: '127.0.0.1', port: 0, log: 'silent', wait: true }
  const services = [
    await serve({ ...options, database: url }),
    await serve({ ...options, database: standby.url() }),
  ]
  const load = startClients(services.map(({ url }) => url))
  await Promise.all([load.more(0, 200), load.more(1, 200)])

  await primary.stop('SIGQUIT')
  await Promise.all([load.more(0, 503), load.more(1, 200)])
  await primary.start()
  await load.more(0, 200)
  await expect.poll(() => both.notices.at(-1)).toContain('is there again')

  // The standby gets no more blocks. Then the primary is lost.
  replication.isDown = true
  const before = both.mirror.height
  await expect.poll(() => both.mirror.height).toBeGreaterThan(before + 10n)
  await primary.stop('SIGQUIT')
  await run(standby.url(), 'SELECT pg_promote()')
  const lost = both.mirror.height
  writing.target = standby.port
  await load.more(0, 200)
  await expect.poll(() => both.mirror.height).toBeGreaterThan(lost)
  await load.more(1, 200)

  const wrong = await load.end()
  over.abort()
  await stored
  await both.close()
  expect(wrong).toEqual([])
  const clean = await newPlace('sqlite')
  await ingestInto(clean, chain.lines)
  expect(await contents(path)).toEqual(await contents(clean))
  expect(await contents(standby.url())).toEqual(await contents(path))
  await Promise.all(services.map(service => service.close()))
})
