import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { Chain } from './chain.ts'
import { Command } from './command.ts'
import { newDatabase } from './database.ts'
import { party, stopOrder } from './events.ts'
import { makeReleased, releasedEvents } from './released-database.ts'
import { ingestInto } from './running.ts'
import { scratchFolder } from './scratch.ts'

const GUIDE = new URL('../../docs/guides/guides/16-database-upgrade.md', import.meta.url)
const commands = [
  ...readFileSync(GUIDE, 'utf8').matchAll(/`trading-network (\w+ --?[^`]+|\w+ events[^`]+)`/g),
]
  .map(([, command = '']) => command.split(' '))
  // It upgrades in place, in another test.
  .filter(([name]) => name !== 'upgrade')

const { folder } = scratchFolder()
const events = join(folder, 'events.ndjson')

async function place(of: typeof newDatabase): Promise<string> {
  const { database, release } = await of()
  onTestFinished(release)
  return database
}

/** Passes requests on to one of two services, like a load balancer. */
async function switching(target: string) {
  const route = { target }
  const server = createServer(({ url, headers }, response) => {
    get(route.target + url, { headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    }).on('error', () => response.writeHead(502).end())
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return { route, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Reads again and again, and never wants an older block than before. */
function reading(url: string) {
  const statuses: number[] = []
  let [height, isOver] = [0, false]
  const loop = async () => {
    while (!isOver) {
      const response = await fetch(`${url}/api/v2/stoporders`, {
        headers: { 'x-min-block-height': String(height) },
      })
      await response.arrayBuffer()
      statuses.push(response.status)
      height = Math.max(height, Number(response.headers.get('x-block-height')))
      await wait(10)
    }
  }
  const ended = loop()
  return {
    statuses,
    /** Waits for responses at this block. */
    reaches: (wanted: bigint) => expect.poll(() => height).toBe(Number(wanted)),
    end: async () => {
      isOver = true
      await ended
    },
  }
}

it('a database of the last release is upgraded beside the service, by the commands of the guide, and back', async () => {
  const [old, next, copy] = [await place(newDatabase), await place(newDatabase), await place(newDatabase)]
  const run = (words: readonly string[], database: string) => {
    const given = words.map(word =>
      word === 'next.sqlite' ? database : word === 'network.sqlite' ? old : word === '8081' ? '0' : word,
    )
    // The events of the test are from 2023.
    const command = new Command(given.join(' ').replace(' --max-age 1m', '').split(' '), folder)
    onTestFinished(async () => {
      command.process.kill('SIGKILL')
      await command.ended()
    })
    return command
  }
  const [snapshot, restore, ingest, verify, serve] = commands as [
    string[],
    string[],
    string[],
    string[],
    string[],
  ]
  expect(commands.map(([name]) => name)).toEqual(['snapshot', 'restore', 'ingest', 'verify', 'serve'])

  writeFileSync(events, `${releasedEvents.join('\n')}\n`)
  await ingestInto(old, releasedEvents)
  run(['ingest', 'events.ndjson', '--database', 'network.sqlite', '--follow'], old)
  const before = await run(['serve', '--no-docs', '--port', '0', '--database', 'network.sqlite'], old).url()
  const { route, url } = await switching(before)
  const clients = reading(url)
  const chain = new Chain('simulated-1', 1_700_000_053_123_456_789n, 53n)
  const grow = async () => {
    const from = chain.lines.length
    chain.block(stopOrder({ id: party(Number(chain.height)), createdAt: String(chain.time) }))
    appendFileSync(events, `${chain.lines.slice(from).join('\n')}\n`)
    await clients.reaches(chain.height)
  }
  await grow()

  for (const words of [snapshot, restore]) expect(await run(words, copy).ended()).toMatchObject({ code: 0 })
  // The last release would have written its own tables.
  await makeReleased(next, 7)
  run(ingest, next)
  await grow()
  const after = await run([...serve, '--no-docs'], next).url()
  const heightOf = async (service: string) =>
    (await fetch(`${service}/api/v2/stoporders`)).headers.get('x-block-height')
  const isCaughtUp = (service: string) => expect.poll(() => heightOf(service)).toBe(String(chain.height))
  await isCaughtUp(after)
  expect((await fetch(`${after}/ready`)).status).toBe(200)
  expect(await run(verify, next).ended()).toMatchObject({ code: 0 })

  const tags = async (service: string) =>
    Promise.all(
      [
        'stoporders',
        'accounts',
        'liquidity/all-provisions',
        'rewards/epoch/summaries',
        'referral-sets/referees',
      ].map(async list => (await fetch(`${service}/api/v2/${list}`)).headers.get('etag')),
    )
  expect(await tags(after)).toEqual(await tags(before))
  for (const service of [after, before]) {
    await isCaughtUp(service)
    route.target = service
    await grow()
  }
  await clients.end()
  expect(new Set(clients.statuses)).toEqual(new Set([200]))
  expect(await tags(before)).toEqual(await tags(url))
})
