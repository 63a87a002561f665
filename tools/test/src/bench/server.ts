import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lastRelease } from '../last-release.ts'
import { cleanCommit, recordSpeed } from '../long-record.ts'
import { root } from '../run.ts'
import { type Bench, micros, type Row, ratio, run, status } from './bench.ts'
import { Child, CLI } from './child.ts'
import { type Kind, kindsOf, polledKinds } from './kinds.ts'
import { type LoadRequest, load, withClients } from './load.ts'

const CONNECTIONS = 32
/** The bare server has so many responses of each kind in memory. */
const RECORDED = 30
/** The throughput for the same CPU time, as a share of the other's, below which the comparison fails. */
const LEAST = 0.9
/** Options of pnpm to install the packages of the service only. */
const PRODUCTION = ['--frozen-lockfile', '--prod', '--filter-prod', '@trading-network/server...']

const REPLAY = fileURLToPath(new URL('replay.ts', import.meta.url))

/** Compares the service with a bare server that has its responses in memory. */
export async function measureServer(bench: Bench): Promise<Row[]> {
  const database = await bench.database('ours')
  await using service = Child.serve(CLI, database)
  const origin = await service.address()
  const kinds = [...kindsOf(database), ...(await polledKinds(origin))]
  const paths = kinds.flatMap(({ path }) => Array.from({ length: RECORDED }, (_, number) => path(number)))
  const file = bench.path('paths.json')
  writeFileSync(file, JSON.stringify([...new Set(paths)]))
  status('recording responses')
  await using bare = new Child(REPLAY, [origin, file])
  return (await compare(bench, kinds, service, bare, RECORDED)).rows
}

/**
 * Compares the service with itself at another commit. Sets the exit code if it is slower.
 *
 * @param against a commit, a version of the package such as `3.0.0`, or `release` for the commit of the last version
 */
export async function measureAgainst(bench: Bench, against: string): Promise<Row[]> {
  await using other = await installed(bench, against)
  const { rows, least, mean } = await compareWith(bench, other.cli)
  const commit = cleanCommit(root)
  if (commit !== undefined) recordSpeed(root, { against, commit, least, mean })
  return rows
}

/** Compares the service of this work tree with that of another command. Sets the exit code if it is slower. */
export async function compareWith(bench: Bench, cli: string) {
  const database = await bench.database('ours')
  await using ours = Child.serve(CLI, database)
  await using theirs = Child.serve(cli, await bench.database('theirs', cli))
  const { rows, ratios } = await compare(bench, kindsOf(database), ours, theirs)
  const [least, mean] = [Math.min(...ratios), ratios.reduce((sum, one) => sum + one, 0) / ratios.length]
  const isSlower = !(least >= LEAST)
  if (isSlower) process.exitCode = 1
  const verdict = isSlower ? `FAILED: one is below ${LEAST}` : `none is below ${LEAST}`
  return { rows: [...rows, { '': `mean; ${verdict}`, throughput: ratio(mean) }], least, mean }
}

/**
 * Loads both in turn, so that a busy moment of the machine falls on both. The figure of a kind is the least CPU time of a
 * request of several rounds, since other programs only add to it. The first round warms up.
 *
 * @param addresses the other one has so many of each kind; each gets the same ones, and without it none twice
 */
async function compare(
  { options }: Bench,
  kinds: readonly Kind[],
  ours: Child,
  theirs: Child,
  addresses = Number.POSITIVE_INFINITY,
) {
  const rows: Row[] = []
  const ratios: number[] = []
  for (const kind of kinds) {
    const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    const sides = [
      requests(ours, number => ({ ...kind, path: kind.path(number) })),
      requests(theirs, number => ({ path: kind.path(number % addresses) })),
    ]
    for (let round = 0; round <= options.rounds; round += 1)
      for (const [index, { server, next }] of sides.entries()) {
        status(`${kind.title}, round ${round} of ${options.rounds}`)
        const cpu = await burst(server, next, options.burst)
        if (round > 0) least[index] = Math.min(least[index] ?? 0, cpu)
      }
    const [our = 0, their = 0] = least
    ratios.push(their / our)
    const figures = {
      throughput: ratio(their / our),
      'CPU/request of the other': micros(their),
      ours: micros(our),
    }
    rows.push({ '': kind.title, ...figures })
  }
  return { rows, ratios }
}

/** A server, and its requests by their number. */
function requests(server: Child, request: (number: number) => LoadRequest) {
  let number = 0
  return { server, next: () => request(number++) }
}

async function burst(server: Child, next: () => LoadRequest, milliseconds: number): Promise<number> {
  return withClients(server, CONNECTIONS, async clients => {
    const { cpu, refused } = await load(server, clients, next, { milliseconds })
    if (refused > 0) throw new Error('a server refused requests')
    return cpu
  })
}

/** The service at another commit, or a published version, ready to start. */
async function installed(bench: Bench, against: string) {
  status(`installing ${against}`)
  if (/^\d+\.\d+\.\d+/.test(against)) {
    const folder = mkdtempSync(bench.path('package-'))
    await run('npm', ['install', '--prefix', folder, `@trading-network/server@${against}`])
    const cli = join(folder, 'node_modules/@trading-network/server/dist/cli.js')
    return { cli, [Symbol.asyncDispose]: async () => undefined }
  }
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()
  const commit = against === 'release' ? lastRelease(root, 'packages/server') : against
  if (!commit) throw new Error('the history of this clone has no release; fetch it whole, or give a commit')
  const folder = bench.path('work-tree')
  await git('worktree', 'add', '--detach', folder, commit)
  await run('npx', ['-y', 'pnpm', 'install', ...PRODUCTION], { cwd: folder })
  return {
    cli: join(folder, 'packages/server/src/cli.ts'),
    [Symbol.asyncDispose]: async () => void (await git('worktree', 'remove', '--force', folder)),
  }
}
