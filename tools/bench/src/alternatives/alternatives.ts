import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
// PostgreSQL as npm installs it, on its own port and in its own folder, as in the tests of the server.
import { Cluster } from '@trading-network/testing/postgres'
import pg from 'pg'
import type { Bench, Benchmark } from '../benchmark.ts'
import { CLI } from '../child.ts'
import { Database } from '../database.ts'
import { burstsInTurn, column, type LoadedServer } from '../load/bursts.ts'
import { median, medianRatio } from '../rounds.ts'
import { clearStatus, showStatus } from '../status.ts'
import { count, micros, ratio, table } from '../table.ts'
import { BackendTime } from './backend-time.ts'
import { alternativeEntrants, type Entrant, ours, type Places, type Question, WORKSPACE } from './entrants.ts'
import { fillPostgres, plainAccounts, writeJson } from './plain-rows.ts'

const run = promisify(execFile)

export const alternatives: Benchmark = {
  name: 'alternatives',
  about: 'pages of about 50 accounts beside other servers with the same rows; installs them',
  orders: 100_000,
  onlyByName: true,
  async run(bench) {
    process.stderr.write('Installing the alternatives ...\n')
    await run('npx', ['-y', 'pnpm', 'install', '--frozen-lockfile', '--prefer-offline'], { cwd: WORKSPACE })
    return compare(bench, [...ours, ...(await alternativeEntrants())])
  },
}

/** A running server, and the requests that it gets. */
export interface Runner extends LoadedServer {
  readonly title: string
}

async function compare(bench: Bench, entrants: readonly Entrant[]): Promise<string> {
  const { path } = await bench.network()
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-alternatives-'))
  const cluster = await Cluster.create(['shared_buffers = 512MB', 'fsync = off'])
  const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true }), () => cluster.remove()]
  try {
    await cluster.start()
    const places = await fill(cluster, path, join(folder, 'accounts.json'))
    const questions = Database.read(path, questionsOf)
    const runners: Runner[] = []
    for (const entrant of entrants) {
      const contender = await entrant.start(places)
      cleanups.push(() => contender.stop())
      const backends = entrant.database && (await BackendTime.of(places[entrant.database]))
      if (backends) cleanups.push(() => backends.end())
      runners.push({
        title: entrant.title,
        origin: contender.origin,
        requests: questions.map(question => ({
          path: entrant.pathOf(question),
          headers: JSON_ONLY,
          status: 200,
        })),
        cpu: async () => (await contender.cpu()) + ((await backends?.used()) ?? 0),
      })
    }
    await requireSameAccounts(runners)
    return await race(runners, bench.options)
  } finally {
    clearStatus()
    for (const cleanUp of cleanups.reverse()) await cleanUp()
  }
}

const JSON_ONLY = { accept: 'application/json' }

/** More questions than our service keeps responses. */
const SIZES = [46, 47, 48, 49, 50, 51, 52, 53, 54, 55]

/** Questions about the parties that have the most accounts. */
export function questionsOf(database: Database): Question[] {
  const parties = database.commonest('accounts', ['owner'], 300)
  return SIZES.flatMap(size =>
    [true, false].flatMap(newestFirst => parties.map(([party = '']) => ({ party, size, newestFirst }))),
  )
}

/** Copies the accounts of an SQLite file to the other places. */
async function fill(cluster: Cluster, sqlite: string, json: string): Promise<Places> {
  const [postgres, plain] = [cluster.url('network'), cluster.url('plain')]
  const client = new pg.Client(cluster.url())
  await client.connect()
  for (const name of ['network', 'plain']) await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const snapshot = `${sqlite}.snapshot`
  await run(process.execPath, [CLI, 'snapshot', '--database', sqlite, '--output', snapshot])
  await run(process.execPath, [CLI, 'restore', '--snapshot', snapshot, '--database', postgres])
  const accounts = plainAccounts(sqlite)
  await fillPostgres(plain, accounts)
  writeJson(json, accounts)
  return { sqlite, postgres, plain, json, connections: 10 }
}

/**
 * Compares responses: a server that sends no accounts is fast.
 *
 * @throws Error with the first server that responds with other accounts, or in another order
 */
export async function requireSameAccounts(runners: readonly Runner[]): Promise<void> {
  const balances = async ({ origin, requests }: Runner, index: number) => {
    const { path = '', headers = {} } = requests.at(index) ?? {}
    const response = await fetch(origin + path, { headers })
    return [...(await response.text()).matchAll(/"balance": ?"(\d+)"/g)].map(([, balance]) => balance).join()
  }
  for (const index of [0, -1]) {
    const expected = await balances(runners[0] as Runner, index)
    for (const runner of runners)
      if ((await balances(runner, index)) !== expected)
        throw new Error(`${runner.title} responds with other accounts`)
  }
}

/** Loads all servers in turn. The second is our service on PostgreSQL. */
export async function race(
  runners: readonly Runner[],
  options: { rounds: number; burst: number },
): Promise<string> {
  const bursts = await burstsInTurn(runners, options, (round, index) =>
    showStatus(`round ${round} of ${options.rounds}: ${runners[index]?.title}`),
  )
  const rates = bursts.map(ofServer => column(ofServer, 'rate'))
  const cpu = bursts.map(ofServer => median(column(ofServer, 'cpu')))
  const rows = runners.map(({ title }, index) => [
    title,
    ratio(medianRatio(rates[0] ?? [], rates[index] ?? [])),
    ratio((cpu[index] ?? Number.NaN) / (cpu[0] ?? Number.NaN)),
    ratio(medianRatio(rates[1] ?? [], rates[index] ?? [])),
    count(median(rates[index] ?? [])),
    micros(cpu[index] ?? Number.NaN),
    count(median(column(bursts[index], 'bytes'))),
  ])
  const headings = ['', 'SQLite/it', 'by CPU time', 'PostgreSQL/it', 'requests/s', 'CPU/request', 'bytes']
  return `About 50 accounts of a random party, one process each; our service compared with each server\n${table(headings, rows)}`
}
