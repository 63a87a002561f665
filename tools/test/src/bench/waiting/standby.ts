import { setTimeout as wait } from 'node:timers/promises'
import { openDatabases } from '@trading-network/server'
import pg from 'pg'
import { Cluster } from '../../postgres/cluster.ts'
import type { Bench } from '../benchmark.ts'
import { Child } from '../child.ts'
import { follow, stored } from '../following.ts'
import { count } from '../table.ts'
import { changingPages, delaysOf, LIMITS, measureClients, SHORT, type Size } from './clients.ts'
import { Watchers } from './watchers.ts'

/**
 * Measures clients of a service that reads from a standby: with the primary, and through its loss. Then the standby
 * becomes the primary, and `ingest` continues there.
 */
export async function measureStandby(bench: Bench, clients: number, size: Size): Promise<string[][]> {
  await using opened = new AsyncDisposableStack()
  const primary = opened.adopt(await Cluster.create(['wal_keep_size = 256MB']), cluster => cluster.remove())
  const standby = opened.adopt(await primary.standby(), cluster => cluster.stop())
  await primary.start()
  await standby.start()
  const network = await follow(bench, 'standby', size.network, primary.url())
  opened.use(network.ingest)
  const service = opened.use(Child.serve(primary.url(), '--replica', standby.url(), ...LIMITS))
  const watchers = opened.use(new Watchers())
  const paths = changingPages(clients, SHORT)
  const figures = await measureClients(network, service, watchers, paths, size)

  const lost = performance.now()
  await primary.stop('SIGQUIT')
  await promote(standby.url())
  opened.use(Child.command('ingest', network.file, '--follow', '--database', standby.url()))
  const height = network.append()
  const promoted = await openDatabases({ database: standby.url() })
  opened.defer(() => promoted.close())
  await stored(promoted, height)
  const committed = performance.now()
  await wait(size.blockTime)
  const since = [lost, committed].map(at => new Map([[height, at]]))
  return [
    [`${count(clients)} on a standby, ${SHORT.title}`, '1', ...figures],
    ['… the first block after the primary is lost', '1', '', '', ...delaysOf(watchers, ...since)],
  ]
}

async function promote(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('SELECT pg_promote()')
  await client.end()
}
