import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Chain } from './chain.ts'
import { startCommand } from './command.ts'
import { newPlace } from './database.ts'
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

it('a database of the last release is upgraded beside the service, by the commands of the guide, and back', async () => {
  const [old, next, copy] = [await newPlace(), await newPlace(), await newPlace()]
  const run = (words: readonly string[], database: string) => {
    // The events of the test are from 2023.
    const given = words
      .join(' ')
      .replace(/ --max-age \S+/, '')
      .split(' ')
    const names = new Map([
      ['next.sqlite', database],
      ['network.sqlite', old],
      ['8081', '0'],
    ])
    return startCommand(
      given.map(word => names.get(word) ?? word),
      folder,
    )
  }
  expect(commands.map(([name]) => name)).toEqual(['snapshot', 'restore', 'ingest', 'verify', 'serve'])
  const [snapshot = [], restore = [], ingest = [], verify = [], serve = []] = commands

  writeFileSync(events, `${releasedEvents.join('\n')}\n`)
  await ingestInto(old, releasedEvents)
  run(['ingest', 'events.ndjson', '--database', 'network.sqlite', '--follow'], old)
  const before = await run(['serve', '--no-docs', '--port', '0', '--database', 'network.sqlite'], old).url()
  const heightOf = async (service: string) =>
    (await fetch(`${service}/api/v2/stoporders`)).headers.get('x-block-height')
  const isCaughtUp = (service: string) => expect.poll(() => heightOf(service)).toBe(String(chain.height))
  const chain = new Chain('simulated-1', 1_700_000_053_123_456_789n, 53n)
  const grow = async () => {
    const from = chain.lines.length
    chain.block(stopOrder({ id: party(Number(chain.height)), createdAt: String(chain.time) }))
    appendFileSync(events, `${chain.lines.slice(from).join('\n')}\n`)
    await isCaughtUp(before)
  }
  await grow()

  for (const words of [snapshot, restore]) expect(await run(words, copy).ended()).toMatchObject({ code: 0 })
  // This version copied the file; the released one would have written its own tables.
  makeReleased(next, '3.0.0')
  run(ingest, next)
  await grow()
  const after = await run([...serve, '--no-docs'], next).url()
  await isCaughtUp(after)
  expect((await fetch(`${after}/ready`)).status).toBe(200)
  expect(await run(verify, next).ended()).toMatchObject({ code: 0 })

  const lists = [
    'stoporders',
    'accounts',
    'liquidity/all-provisions',
    'rewards/epoch/summaries',
    'referral-sets/referees',
  ]
  const tagOf = async (url: string) => (await fetch(url)).headers.get('etag')
  const tags = (service: string) => Promise.all(lists.map(list => tagOf(`${service}/api/v2/${list}`)))
  expect(await tags(after)).toEqual(await tags(before))
  await grow()
  await isCaughtUp(after)
  expect(await tags(after)).toEqual(await tags(before))
})
