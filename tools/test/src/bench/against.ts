import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Network } from '@trading-network/simulator'
import { cleanCommit, recordSpeed } from '../long-record.ts'
import { root } from '../run.ts'
import type { Bench } from './bench.ts'
import { Child, CLI } from './child.ts'
import { kindsOf } from './kinds.ts'
import { get } from './load/client.ts'
import { networkOf } from './network.ts'
import { inRounds } from './rounds.ts'
import { loaded } from './server.ts'
import { micros, ratio, showStatus, table } from './table.ts'

/** The throughput for the same CPU time, as a share of the other's, below which the comparison fails. */
const LEAST = 0.9
/** What the options of the packages' manager need to install the service only. */
const PRODUCTION = ['--frozen-lockfile', '--prod', '--filter-prod', '@trading-network/server...']

const run = promisify(execFile)

/** The service at another commit, or a published version, ready to start. */
interface Other extends AsyncDisposable {
  readonly cli: string
}

/**
 * Compares the service with itself at another commit: both serve the same events from a file of their own, in turn.
 * The figure of a kind is the least CPU time of a request of several rounds, since other programs only add to it.
 *
 * @param against a commit, a version of the package such as `3.0.0`, or `release` for the commit of the last version
 */
export async function measureAgainst(bench: Bench, against: string): Promise<string> {
  await using other = await installed(bench, against)
  const { text, least, mean } = await compare(bench, other.cli, against)
  const commit = cleanCommit(root)
  if (commit !== undefined) recordSpeed(root, { against, commit, least, mean })
  return text
}

/**
 * Compares the service of this work tree with that of another command. Sets the exit code if it is slower.
 *
 * @param name what the table calls the other one
 */
export async function compare(bench: Bench, cli: string, name: string) {
  const { rounds, burst, orders } = bench.options
  const events = bench.path('events.ndjson')
  showStatus('simulating a network')
  const network = new Network(networkOf(orders))
  const blocks = Array.from({ length: networkOf(orders).blocks }, () => network.nextBlock().lines.join('\n'))
  await writeFile(events, `${blocks.join('\n')}\n`)
  const [ours, theirs] = [bench.path('ours.sqlite'), bench.path('theirs.sqlite')]
  for (const [command, database] of [[CLI, ours] as const, [cli, theirs] as const]) {
    showStatus(`filling ${database}`)
    await run(process.execPath, [command, 'ingest', events, '--database', database])
  }
  await using ourServer = Child.serveBy(CLI, ours)
  await using theirServer = Child.serveBy(cli, theirs)
  const servers = [ourServer, theirServer]
  const rows: string[][] = []
  const ratios = new Map<string, number>()
  for (const { title, path } of kindsOf(ours)) {
    // Each server gets the same addresses, and none twice.
    const numbers = servers.map(() => 0)
    const figures = await inRounds(servers, rounds, (server, { round, index }) => {
      showStatus(`${title}, round ${round} of ${rounds}`)
      const next = () => {
        const number = numbers[index] ?? 0
        numbers[index] = number + 1
        return get(path(number))
      }
      return loaded(server, next, burst)
    })
    const [our = Number.NaN, their = Number.NaN] = figures.map(loads =>
      Math.min(...loads.map(({ cpu }) => cpu)),
    )
    ratios.set(title, their / our)
    rows.push([title, ratio(their / our), micros(their), micros(our)])
  }
  const mean = [...ratios.values()].reduce((sum, one) => sum + one, 0) / ratios.size
  rows.push(['mean', ratio(mean), '', ''])
  const slower = [...ratios].filter(([, one]) => !(one >= LEAST)).map(([title]) => title)
  if (slower.length > 0) process.exitCode = 1
  const verdict =
    slower.length > 0 ? `FAILED: below ${LEAST} for ${slower.join(', ')}` : `none is below ${LEAST}`
  const headings = ['', 'throughput', `CPU/request at ${name}`, 'now']
  const text = `This work tree against ${name}, for the same CPU time\n${table(headings, rows)}  ${verdict}\n`
  return { text, least: Math.min(...ratios.values()), mean }
}

async function installed(bench: Bench, against: string): Promise<Other> {
  showStatus(`installing ${against}`)
  if (/^\d+\.\d+\.\d+/.test(against)) {
    const folder = mkdtempSync(bench.path('package-'))
    await run('npm', ['install', '--prefix', folder, `@trading-network/server@${against}`])
    const cli = join(folder, 'node_modules/@trading-network/server/dist/cli.js')
    return { cli, [Symbol.asyncDispose]: async () => undefined }
  }
  const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()
  const released = ['log', '-1', '--format=%H', '-G"version":', '--', 'packages/server/package.json']
  const commit = against === 'release' ? await git(...released) : against
  if (!commit) throw new Error('the history of this clone has no release; fetch it whole, or give a commit')
  const folder = bench.path('work-tree')
  await git('worktree', 'add', '--detach', folder, commit)
  await run('npx', ['-y', 'pnpm', 'install', ...PRODUCTION], { cwd: folder })
  return {
    cli: join(folder, 'packages/server/src/cli.ts'),
    [Symbol.asyncDispose]: async () => void (await git('worktree', 'remove', '--force', folder)),
  }
}
