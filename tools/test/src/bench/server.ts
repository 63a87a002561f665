import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lastRelease } from '../last-release.ts'
import { cleanCommit, recordRun } from '../long-record.ts'
import { root } from '../run.ts'
import { type Bench, rounded, run, status, type Table } from './bench.ts'
import { Child, CLI } from './child.ts'
import { type Kind, kindsOf, polledKinds } from './kinds.ts'
import { load, quantile, withClients } from './load.ts'

const CONNECTIONS = 32
/** The bare server has so many responses of each kind in memory. */
const RECORDED = 30
/** The throughput for the same CPU time, as a share of the other's, below which the comparison fails. */
const LEAST = 0.9
/** Options of pnpm to install the packages of the service only. */
const PRODUCTION = ['--frozen-lockfile', '--prod', '--filter-prod', '@trading-network/server...']

const REPLAY = fileURLToPath(new URL('replay.ts', import.meta.url))

/** Compares the service with a bare server that has its responses in memory. */
export async function measureServer(bench: Bench): Promise<Table> {
  const database = await bench.database('ours')
  await using service = Child.serve(CLI, database)
  const origin = await service.address()
  const kinds = [...kindsOf(database), ...(await polledKinds(origin))]
  const paths = kinds.flatMap(({ path }) => Array.from({ length: RECORDED }, (_, number) => path(number)))
  const file = bench.path('paths.json')
  writeFileSync(file, JSON.stringify([...new Set(paths)]))
  status('recording responses')
  await using bare = new Child(REPLAY, [origin, file])
  const bareKinds = kinds.map(({ title, path }) => ({
    title,
    path: (number: number) => path(number % RECORDED),
  }))
  return await compare(bench, [service, kinds], [bare, bareKinds])
}

/**
 * Compares the service with itself at another commit. Sets the exit code if it is slower.
 *
 * @param against a commit, a version of the package such as `3.0.0`, or `release` for the commit of the last version
 */
export async function measureAgainst(bench: Bench, against: string): Promise<Table> {
  await using other = await installed(bench, against)
  const { table, least, mean } = await compareWith(bench, other.cli)
  const commit = cleanCommit(root)
  const shares = `mean ${rounded(mean)}, least ${rounded(least)}`
  if (commit !== undefined) recordRun(root, commit, `Throughput as a share of that at ${against}: ${shares}`)
  return table
}

/** Compares the service of this work tree with that of another command. Sets the exit code if it is slower. */
export async function compareWith(bench: Bench, cli: string) {
  const database = await bench.database('ours')
  await using ours = Child.serve(CLI, database)
  await using theirs = Child.serve(cli, await bench.database('theirs', cli))
  const kinds = kindsOf(database)
  const table = await compare(bench, [ours, kinds], [theirs, kinds])
  const ratios = Object.values(table).map(({ throughput = Number.NaN }) => throughput)
  const [least, mean] = [Math.min(...ratios), ratios.reduce((sum, one) => sum + one, 0) / ratios.length]
  const isSlower = !(least >= LEAST)
  if (isSlower) process.exitCode = 1
  const verdict = isSlower ? `FAILED: one is below ${LEAST}` : `none is below ${LEAST}`
  return { table: { ...table, [`mean; ${verdict}`]: { throughput: rounded(mean) } }, least, mean }
}

/** A server, and the requests that it gets. */
type Side = readonly [server: Child, kinds: readonly Kind[]]

/**
 * Loads both in turn, each first in every other round, so that a busy moment of the machine falls on both. The throughput
 * of a kind is the median of the rounds. The least CPU times are no measure: for two services of the same code their ratio
 * was 0.79 to 1.11, and the median 0.93 to 1.12. The first round warms up.
 */
async function compare({ options }: Bench, ours: Side, theirs: Side): Promise<Table> {
  const table: Record<string, Table[string]> = {}
  // The first kind twice: a new process compiles during its rounds, and the later figures replace those.
  for (const index of [0, ...ours[1].keys()]) {
    const { title } = ours[1][index]!
    const sides = [ours, theirs].map(([server, kinds]) => ({
      server,
      kind: kinds[index]!,
      sent: 0,
      cpus: [] as number[],
    }))
    for (let round = 0; round <= options.rounds; round += 1)
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        status(`${title}, round ${round} of ${options.rounds}`)
        const next = () => ({ ...side.kind, path: side.kind.path(side.sent++) })
        const { cpu, refused } = await withClients(side.server, CONNECTIONS, clients =>
          load(side.server, clients, next, { milliseconds: options.burst }),
        )
        if (refused > 0) throw new Error('a server refused requests')
        if (round > 0) side.cpus.push(cpu)
      }
    const [our = [], their = []] = sides.map(({ cpus }) => cpus)
    const ratios = our.map((cpu, round) => their[round]! / cpu)
    table[title] = {
      throughput: rounded(quantile(ratios, 0.5)),
      'CPU us/request of the other': rounded(quantile(their, 0.5), 1),
      ours: rounded(quantile(our, 0.5), 1),
    }
  }
  return table
}

/** The service at another commit, ready to start. */
async function installed(bench: Bench, against: string) {
  status(`installing ${against}`)
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()
  const tag = /^\d+\.\d+\.\d+/.test(against) ? `@trading-network/server@${against}` : against
  const commit = against === 'release' ? lastRelease(root, 'packages/server') : tag
  if (!commit) throw new Error('the history of this clone has no release; fetch it whole, or give a commit')
  const folder = bench.path('work-tree')
  await git('worktree', 'add', '--detach', folder, commit)
  await run('npx', ['-y', 'pnpm', 'install', ...PRODUCTION], { cwd: folder })
  return {
    cli: join(folder, 'packages/server/src/cli.ts'),
    [Symbol.asyncDispose]: async () => void (await git('worktree', 'remove', '--force', folder)),
  }
}
