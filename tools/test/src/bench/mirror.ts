import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { simulate } from '@trading-network/simulator'
import pg from 'pg'
import { Cluster } from '../postgres/cluster.ts'
import type { Bench } from './bench.ts'
import { Child } from './child.ts'
import { reportSizes, type TableSize } from './database.ts'
import { follow, HEIGHT } from './network.ts'
import { inRounds, median, medianRatio, quantile } from './rounds.ts'
import { count, ratio, table } from './table.ts'

/** The size of a run; times in milliseconds. */
const FULL = {
  network: { seed: 1, scale: 20, blocks: 400 },
  rounds: 3,
  blockTime: 1000,
  blocks: 60,
  /** Ten minutes of blocks. */
  away: 600,
}

const BEHIND = 'trading_network_ingest_mirror_blocks_behind'

/** Measures `ingest` with a mirror in PostgreSQL, whose own CPU time does not count. */
export async function measureMirror(bench: Bench, size = FULL): Promise<string> {
  await using opened = new AsyncDisposableStack()
  const cluster = opened.adopt(await Cluster.create(['max_wal_size = 4GB']), each => each.remove())
  await cluster.start()
  const rates = await measureRates(bench, cluster, size)
  const [file = [], mirrored = []] = rates
  const names = ['the file alone', 'with a mirror']
  const ofRates = [file, mirrored].map((own, index) => [
    names[index] ?? '',
    ratio(medianRatio(own, file)),
    count(median(own)),
  ])
  const lag = await measureLag(bench, cluster, size)
  return [
    `Ingest\n${table(['', 'to the file', 'events per CPU second'], ofRates)}`,
    `Mirror, a block each ${size.blockTime} ms\n${table(['', ''], lag)}`,
    `PostgreSQL\n${reportSizes(await sizesOf(cluster.url('follow')))}`,
  ].join('\n')
}

async function measureRates(bench: Bench, cluster: Cluster, { network, rounds }: typeof FULL) {
  const file = bench.path('mirrored.ndjson')
  const lines = [...simulate(network)]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return inRounds([false, true], rounds, async (isMirrored, { round }) => {
    const name = `round_${round}`
    if (isMirrored) await ask(cluster.url(), `CREATE DATABASE ${name}`)
    const options = isMirrored ? ['--mirror', cluster.url(name)] : []
    const database = bench.path(`${name}${options.length}.sqlite`)
    await using ingest = Child.command('ingest', file, '--follow', '--database', database, ...options)
    await ingest.reaches(HEIGHT, network.blocks)
    if (isMirrored) await ingest.reaches(BEHIND, 0)
    return lines.length / (await ingest.cpu())
  })
}

async function measureLag(bench: Bench, cluster: Cluster, size: typeof FULL): Promise<string[][]> {
  const { network, blocks, blockTime, away } = size
  await ask(cluster.url(), 'CREATE DATABASE follow')
  await using followed = await follow(bench.path('follow'), network, '--mirror', cluster.url('follow'))
  const { ingest, append } = followed
  await ingest.reaches(BEHIND, 0)
  const seen: number[] = []
  for (let block = 0; block < blocks; block += 1) {
    append()
    for (const end = performance.now() + blockTime; performance.now() < end; await wait(10))
      seen.push((await ingest.metrics())(BEHIND))
  }
  await cluster.stop('SIGQUIT')
  let height = 0
  for (let block = 0; block < away; block += 1) height = append()
  await ingest.reaches(HEIGHT, height)
  await cluster.start()
  const [started, cpu] = [performance.now(), await ingest.cpu()]
  await ingest.reaches(BEHIND, 0)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  return [
    ['blocks behind: median', String(median(seen))],
    ['blocks behind: p99', String(quantile(seen, 0.99))],
    [`catch-up of ${away} blocks`, `${seconds} s`],
    ['its CPU time', `${((await ingest.cpu()) - cpu).toFixed(1)} s`],
  ]
}

async function ask(url: string, text: string): Promise<object[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<object>(text)).rows
  } finally {
    await client.end()
  }
}

/** Returns the sizes of the tables, the biggest first. */
async function sizesOf(url: string): Promise<TableSize[]> {
  await ask(url, 'VACUUM ANALYZE')
  const rows = await ask(
    url,
    `SELECT relname AS name, reltuples::float8 AS rows, pg_table_size(oid)::float8 AS bytes,
       pg_indexes_size(oid)::float8 AS "indexBytes"
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 0
     ORDER BY pg_total_relation_size(oid) DESC`,
  )
  return rows as TableSize[]
}
