import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Cluster } from '@trading-network/test/postgres'
import { expect, it, onTestFinished } from 'vitest'
import { connect, query } from '../../src/store/postgres/connection.ts'
import { Balancer, hasHaproxy } from '../balancer/haproxy.ts'
import { Command } from '../command.ts'
import { checksums } from '../contents.ts'
import { newDatabase } from '../database.ts'
import { Clients } from '../deploy/clients.ts'
import { GrowingNetwork } from '../deploy/growing-network.ts'

/** Time for the clients to notice something, in milliseconds. */
const PAUSE = 800

it.skipIf(!hasHaproxy())('clients notice nothing of a lost primary and a promoted standby', async () => {
  const primary = await Cluster.create(['wal_keep_size = 256MB'])
  onTestFinished(() => primary.remove())
  const standby = await primary.standby()
  await primary.start()
  await standby.start()
  onTestFinished(() => standby.stop())
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-promotion-'))
  const running = new Set<Command>()
  onTestFinished(async () => {
    for (const { process } of running) process.kill('SIGKILL')
    await Promise.all([...running].map(command => command.ended()))
    rmSync(folder, { recursive: true })
  })
  const run = (...args: string[]) => {
    const command = new Command(args, folder)
    running.add(command)
    return command
  }
  const serve = (database: string, port = '0') =>
    run(
      ...['serve', '--no-docs', '--wait', '--drain-delay', '3s', '--port', port, '--database', database],
      ...['--replica', standby.url()],
    )
  const network = new GrowingNetwork()
  const events = join(folder, 'events.ndjson')
  network.addFile(events)
  run('ingest', '--follow', '--database', primary.url(), events)
  const services = [serve(primary.url()), serve(primary.url())]
  const urls = await Promise.all(services.map(service => service.url()))
  const balancer = await Balancer.start(urls)
  onTestFinished(() => balancer.stop())
  const clients = new Clients(balancer.url)
  await wait(PAUSE)

  await primary.stop('SIGQUIT')
  await promote(standby)
  run('ingest', '--follow', '--database', standby.url(), events)
  await wait(PAUSE)
  for (const [place, service] of services.entries()) {
    service.process.kill('SIGTERM')
    expect((await service.ended()).code).toBe(0)
    await serve(standby.url(), new URL(urls[place]!).port).url()
    await wait(PAUSE)
  }

  const { results } = clients
  // A client that failed ends, so its count stays.
  while (results.polls <= 100 && results.wrong.length === 0) await wait(50)
  await clients.endWith(network)
  expect(results.wrong).toEqual([])

  const undisturbed = await newDatabase('sqlite')
  const stored = await new Command(['ingest', '--database', undisturbed.database, events], folder).ended()
  expect(stored.code).toBe(0)
  expect(await checksums(standby.url())).toEqual(await checksums(undisturbed.database))
  await undisturbed.release()
})

/** Makes a standby the new primary. */
async function promote(standby: Cluster): Promise<void> {
  const client = await connect(standby.url(), 5_000)
  await query(client, 'SELECT pg_promote()')
  await client.end()
}
