import { createClient, type StopOrderRecord, type TradingNetworkApi } from '@trading-network/fetch'
import { Window } from 'happy-dom'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type SampleNetwork, sampleNetwork } from '../sample-network.ts'
import { usePendingStopOrders } from './react.ts'
import { onTriggered } from './stop-order-bot.ts'

let network: SampleNetwork
beforeAll(async () => {
  network = await sampleNetwork(100, {}, 300)
})
afterAll(() => network.close())

const client = () => createClient({ baseUrl: network.baseUrl })

/** The stop orders of the network now. */
const stopOrders = () => client().listStopOrders().collect()
const isPending = ({ stopOrder }: StopOrderRecord) => stopOrder.status === 'STATUS_PENDING'
const isTriggered = ({ stopOrder }: StopOrderRecord) => stopOrder.status === 'STATUS_TRIGGERED'
const idOf = ({ stopOrder }: StopOrderRecord) => stopOrder.id

const drawn: string[][] = []
const Pending = ({ client, partyId }: { client: TradingNetworkApi; partyId: string }) => {
  const { stopOrders = [], blockHeight } = usePendingStopOrders(client, partyId)
  drawn.push(stopOrders.map(idOf))
  return createElement('p', {}, `${stopOrders.length} pending at block ${blockHeight}`)
}

it('a component and a bot follow the stop orders of a party', async () => {
  // The party with the most pending stop orders.
  const { items } = await stopOrders()
  const pending = Object.entries(Object.groupBy(items.filter(isPending), each => each.stopOrder.partyId))
  const [partyId] = pending.sort(([, one], [, other]) => other!.length - one!.length)[0]!
  const before = new Set(items.filter(isTriggered).map(idOf))

  const reactions: string[] = []
  const stop = new AbortController()
  const bot = onTriggered(client(), partyId, async record => void reactions.push(idOf(record)), stop.signal)

  const window = new Window()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  const root = createRoot(window.document.body as never)
  root.render(createElement(Pending, { client: client(), partyId }))
  await expect.poll(() => window.document.body.textContent).toMatch(/^[1-9]\d* pending at block 100$/)

  for (let height = 120; height <= 300; height += 20) await network.growTo(height)
  const after = (await stopOrders()).items.filter(each => each.stopOrder.partyId === partyId)
  const triggered = after.filter(each => isTriggered(each) && !before.has(idOf(each))).map(idOf)
  expect(triggered.length).toBeGreaterThan(0)
  await expect.poll(() => [...reactions].sort()).toEqual(triggered.sort())
  await expect.poll(() => drawn.at(-1)).toEqual(after.filter(isPending).map(idOf))

  root.unmount()
  stop.abort(new Error('the test is over'))
  await expect(bot).rejects.toThrow('the test is over')
  console.log(`bot: ${reactions.length} stop orders triggered; component: drawn ${drawn.length} times`)
})
