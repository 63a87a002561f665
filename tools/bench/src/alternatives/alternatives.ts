import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
// The same server that the suite runs on: PostgreSQL as npm installs it, on a port and in a folder of its own.
import { Cluster } from '../../../../packages/server/test/postgres/cluster.ts'
import type { Bench, Benchmark } from '../benchmark.ts'
import { CLI } from '../child.ts'
import type { Contender } from '../contender.ts'
import { Database } from '../database.ts'
import { count, micros, ratio, table } from '../report.ts'
import { BackendTime } from './backend-time.ts'
import { mock, others, ours, type Places, workspace } from './contenders.ts'
import { fillPostgres, writeJson } from './plain-rows.ts'
import { questionsOf, requestsOf } from './questions.ts'
import { type Result, type Runner, race } from './race.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

export const alternatives: Benchmark = {
  name: 'alternatives',
  about: 'pages of about 50 accounts, against other servers over the same rows (installs them; only by name)',
  orders: 100_000,
  onlyByName: true,
  run: async bench => {
    process.stderr.write('Installing the alternatives ...\n')
    await run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: workspace })
    return measure(bench)
  },
}

async function measure(bench: Bench): Promise<string> {
  const { path } = await bench.network()
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-alternatives-'))
  const cluster = await Cluster.create(['shared_buffers = 512MB', 'fsync = off'])
  const started: Contender[] = []
  const watched: BackendTime[] = []
  try {
    await cluster.start()
    const places = await fill(cluster, path, join(folder, 'accounts.json'))
    const database = new Database(path)
    const questions = questionsOf(database)
    database.close()
    const runners: Runner[] = []
    for (const { title, ask, asks, start } of [...ours, ...others]) {
      bench.status.show(`starting ${title}`)
      const contender = await start(places)
      started.push(contender)
      const backends = asks && (await BackendTime.of(places[asks]))
      if (backends) watched.push(backends)
      const elsewhere = backends && { elsewhere: () => backends.taken() }
      runners.push({ title, contender, requests: requestsOf(questions, ask), ...elsewhere })
    }
    await expectSameAnswers(runners.filter(({ title }) => title !== mock))
    return report(await race(bench, runners), places.rows)
  } finally {
    for (const backends of watched) await backends.end()
    for (const contender of started) contender.stop()
    bench.status.clear()
    await cluster.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A server that answers nothing is quick: all must find the same accounts, in the same order.
 *
 * @throws Error naming one that does not
 */
export async function expectSameAnswers(runners: readonly Runner[]): Promise<void> {
  const balances = async ({ contender, requests }: Runner, index: number) => {
    const { path = '', headers = {} } = requests[index] ?? {}
    const answer = await fetch(`http://127.0.0.1:${contender.port}${path}`, { headers })
    return [...(await answer.text()).matchAll(/"balance": ?"(\d+)"/g)].map(([, balance]) => balance).join()
  }
  const [first, ...others] = runners as [Runner, ...Runner[]]
  for (const index of [0, first.requests.length - 1]) {
    const expected = await balances(first, index)
    for (const runner of others)
      if ((await balances(runner, index)) !== expected)
        throw new Error(`${runner.title} does not answer what is asked`)
  }
}

interface Filled extends Places {
  readonly rows: number
}

/** Copies the accounts of an SQLite file to where the others read them. */
async function fill(cluster: Cluster, sqlite: string, json: string): Promise<Filled> {
  const [postgres, plain] = [cluster.url('network'), cluster.url('plain')]
  const client = new pg.Client(cluster.url())
  await client.connect()
  for (const name of ['network', 'plain']) await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  await run(process.execPath, [CLI, 'copy', '--from', sqlite, '--to', postgres])
  const rows = await fillPostgres(plain, sqlite)
  writeJson(json, sqlite)
  const contract = require.resolve('@trading-network/spec/openapi.json')
  return { sqlite, postgres, plain, json, contract, rows }
}

/** The results as a table; the second of them is the service on PostgreSQL. */
export function report(results: readonly Result[], rows: number): string {
  const [first, second] = results
  const figures = results.map(({ title, firstToThis, rate, cpu, bytes }) => [
    title,
    ratio(firstToThis),
    ratio(cpu / (first?.cpu ?? Number.NaN)),
    ratio((second?.rate ?? Number.NaN) / rate),
    count(rate),
    micros(cpu),
    count(bytes),
  ])
  const headings = [
    '',
    'ours/it',
    'by CPU time',
    'ours on PostgreSQL/it',
    'requests/s',
    'CPU/request',
    'bytes',
  ]
  return `About 50 accounts of a random party, of ${count(rows)}, one process each\n${table(headings, figures)}`
}
