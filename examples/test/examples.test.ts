import { execFile, spawnSync } from 'node:child_process'
import { devNull } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient, type StopOrderRecord } from '@trading-network/fetch'
import { openBrowser } from '@trading-network/test/browser'
import { freePort } from '@trading-network/test/postgres'
import { refusal } from '@trading-network/test/postgres/binaries'
import { Program } from '@trading-network/test/program'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type SampleNetwork, sampleNetwork } from '../../packages/fetch/test/sample-network.ts'

const run = promisify(execFile)
const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Enough for a stop order of any party to be triggered. */
const BLOCKS = 1000

let network: SampleNetwork
beforeAll(async () => {
  network = await sampleNetwork(100, {}, BLOCKS)
})
afterAll(() => network.close())

const client = () => createClient({ baseUrl: network.baseUrl })
const stopOrders = async () => (await client().listStopOrders().collect()).items
const isPending = ({ stopOrder }: StopOrderRecord) => stopOrder.status === 'STATUS_PENDING'
const isTriggered = ({ stopOrder }: StopOrderRecord) => stopOrder.status === 'STATUS_TRIGGERED'
const idOf = ({ stopOrder }: StopOrderRecord) => stopOrder.id

/** The party with the most pending stop orders. */
async function busyParty(): Promise<string> {
  const pending = (await stopOrders()).filter(isPending)
  const byParty = Object.entries(Object.groupBy(pending, ({ stopOrder }) => stopOrder.partyId))
  return byParty.sort(([, one], [, other]) => other!.length - one!.length)[0]![0]
}

function start(name: string, args: readonly string[]): Program {
  const program = new Program([name, ...args], { detached: true })
  onTestFinished(async () => void (await program.end()))
  return program
}

it('the accounting export prints each account of a party', async () => {
  const partyId = await busyParty()
  const { stdout } = await run(process.execPath, [file('accounting-export.ts'), partyId, network.baseUrl])
  const [head, ...lines] = stdout.trim().split('\n')
  const { items } = await client()
    .listAccounts({ 'filter.partyIds': [partyId], includeDerivedParties: true })
    .collect()
  expect(head).toBe('owner,asset,market,purpose,balance,unscaled')
  expect(lines.length).toBeGreaterThan(0)
  expect(lines).toEqual(
    items.map(({ owner, asset, marketId, type, balance }) =>
      [owner, asset, marketId, type, '', balance].join(),
    ),
  )
})

it('the bot, the dashboard and the clients in Python and Go follow a network that grows', async () => {
  const partyId = await busyParty()
  const before = await stopOrders()
  const known = new Set(before.filter(isTriggered).map(idOf))

  const bot = start(process.execPath, [file('stop-order-bot.ts'), partyId, network.baseUrl])
  await bot.says(/Following/)

  const site = start(process.execPath, [file('dashboard/serve.ts'), partyId, network.baseUrl, '0'])
  const [url] = await site.says(/http:\S+/)
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(url)
  const caption = page.locator('caption')
  await expect.poll(() => caption.textContent()).toMatch(/^[1-9]\d* pending stop orders at block 100$/)

  const followed = await liveOrder(before)
  const programs: Program[] = []
  for (const [command, asked, source, ...words] of [
    ['python3', '--version', file('python/follow_order.py')],
    ['go', 'version', file('go/follow_order.go'), 'run'],
  ] as const) {
    if (spawnSync(command, [asked]).status === 0) {
      // The compiler takes its time before anything else waits.
      if (command === 'go') await run('go', ['build', '-o', devNull, source])
      programs.push(start(command, [...words, source, followed, network.baseUrl]))
    } else console.warn(`NOT TESTED: ${source}, since ${command} is not installed`)
  }
  for (const program of programs) await program.says(/^STATUS_/)

  let after: StopOrderRecord[] = []
  let reactions: string[] = []
  for (let height = 150; height <= 300 || (reactions.length === 0 && height < BLOCKS); height += 50) {
    await network.growTo(height)
    after = (await stopOrders()).filter(({ stopOrder }) => stopOrder.partyId === partyId)
    reactions = after.filter(each => isTriggered(each) && !known.has(idOf(each))).map(idOf)
  }
  expect(reactions.length).toBeGreaterThan(0)
  await expect
    .poll(() => [...bot.printed.matchAll(/^(\w+) was triggered/gm)].map(([, id]) => id).sort())
    .toEqual(reactions.sort())
  const pending = after.filter(isPending).map(idOf)
  await expect.poll(() => caption.textContent()).toMatch(new RegExp(`^${pending.length} pending`))
  await expect.poll(() => page.locator('tbody tr').count()).toBe(pending.length)

  const { order } = await client().getOrder({ orderId: followed })
  for (const program of programs)
    await expect
      .poll(() => program.printed.trim().split('\n').at(-1))
      .toBe(`${order.status}: ${order.remaining} of ${order.size} remain`)
})

/** An order that a stop order became and that is live now. */
async function liveOrder(all: readonly StopOrderRecord[]): Promise<string> {
  for (const { stopOrder } of all.filter(isTriggered)) {
    const { order } = await client().getOrder({ orderId: stopOrder.orderId })
    if (order.status === 'STATUS_ACTIVE') return stopOrder.orderId
  }
  throw new Error('the sample network has no live order')
}

const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0
if (!hasHaproxy) console.warn('NOT TESTED: postgres-haproxy/start.ts, since HAProxy is not installed')

it.skipIf(!hasHaproxy || refusal)(
  'PostgreSQL, two servers and HAProxy start and end with one command',
  async () => {
    const port = await freePort()
    const example = start(process.execPath, [file('postgres-haproxy/start.ts'), String(port)])
    const [, url = ''] = await example.says(/HAProxy answers at (http:\/\/[\d.:]+)/)
    await expect.poll(async () => (await fetch(`${url}/ready`).catch(() => undefined))?.status).toBe(200)
    expect(
      (await createClient({ baseUrl: url }).listAccounts({ 'pagination.first': 1 })).accounts.edges,
    ).toHaveLength(1)
    expect(await example.end()).toBe(0)
    await expect(fetch(url)).rejects.toThrow()
  },
)
