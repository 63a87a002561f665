import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { Balancer, hasHaproxy } from '../balancer/haproxy.ts'
import { checksums } from '../contents.ts'
import { Clients } from './clients.ts'
import { GrowingNetwork } from './growing-network.ts'
import { Machine } from './machine.ts'

/** Delay of the events of one machine, in milliseconds. */
const LATE = 600
/** Time for the clients to notice something, in milliseconds. */
const PAUSE = 800

it.skipIf(!hasHaproxy())('three machines that share nothing are one service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-machines-'))
  const machines = ['one', 'two', 'three'].map(name => {
    mkdirSync(join(folder, name))
    return new Machine(join(folder, name))
  }) as [Machine, Machine, Machine]
  onTestFinished(async () => {
    await Promise.all(machines.map(machine => machine.stop('SIGKILL')))
    rmSync(folder, { recursive: true })
  })
  const [one, two, three] = machines
  const network = new GrowingNetwork()
  for (const machine of machines) network.addFile(machine.events, machine === two ? LATE : 0)
  await Promise.all(machines.map(machine => machine.start()))
  const balancer = await Balancer.start([one.url, two.url, three.url])
  onTestFinished(() => balancer.stop())
  const clients = new Clients(balancer.url)
  await wait(PAUSE)

  await three.stop('SIGKILL')
  await three.restoreFrom(two)
  await three.start()
  await wait(PAUSE)

  const ended = await one.stop()
  expect(ended.map(({ code }) => code)).toEqual([0, 0])
  await one.start()
  await wait(PAUSE)

  const { results } = clients
  const isEnough = () => results.polls > 100 && results.walks > 10 && results.changes > 30
  // A client that failed ends, so its count stays.
  while (!isEnough() && results.wrong.length === 0) await wait(50)
  const last = await clients.endWith(network)
  expect(results.wrong).toEqual([])

  for (const { url } of machines) await reached(url, last)
  const tags = machines.map(({ url }) => tagsOf(url))
  expect(await tags[1]).toEqual(await tags[0])
  expect(await tags[2]).toEqual(await tags[0])
  const sums = await checksums(one.database)
  expect(await checksums(two.database)).toEqual(sums)
  expect(await checksums(three.database)).toEqual(sums)
})

const LIST = '/api/v2/accounts'

async function reached(url: string, height: number): Promise<void> {
  while ((await fetch(url + LIST)).headers.get('x-block-height') !== String(height)) await wait(50)
}

/** The tags of some pages. */
async function tagsOf(url: string): Promise<(string | null)[]> {
  const pages = [LIST, `${LIST}?pagination.first=7`, `${LIST}?pagination.last=3`]
  const responses = await Promise.all(pages.map(page => fetch(url + page)))
  return responses.map(({ headers }) => headers.get('etag'))
}
