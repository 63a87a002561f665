import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { PUBLISHED } from '@trading-network/test/packages'
import type { Command } from 'commander'
import { manifestOf } from '../release/manifest.ts'
import { command } from '../release/process.ts'
import { type Demand, shortfall } from '../release/shortfall.ts'
import { apiReport, lostNames } from './api.ts'
import { commandParts, lostParts } from './commands.ts'

/** What a package with a command exports from `src/program.ts`. */
interface Program {
  loadProgram(): Command | Promise<Command>
  readonly exitCodes: object
}

/** Texts by their paths from the root of the repository. */
type Reports = ReadonlyMap<string, string>

/**
 * Builds the packages, and compares what they offer with their reports and with their last releases.
 *
 * @param isWritten Writes the reports instead of comparing them.
 * @returns The problems, each a text for people: reports that are not current, and losses that no changeset declares.
 */
export async function surfaceProblems(root: string, isWritten = false): Promise<string[]> {
  const packages = ['--filter=!@trading-network/docs', '--output-logs=errors-only']
  await command(root, 'turbo', ['run', 'build', ...packages])
  const problems: string[] = []
  for (const folder of PUBLISHED) {
    const reports = await reportsOf(root, folder)
    if (isWritten) write(root, folder, reports)
    problems.push(...differences(root, folder, reports))
    const problem = await shortfall(
      root,
      demandOf(manifestOf(root, folder).name, losses(root, folder, reports)),
    )
    if (problem !== undefined) problems.push(problem)
  }
  return problems
}

/** A package that lost something needs a major step. */
export function demandOf(name: string, lost: readonly string[]): Demand {
  const reasons = lost.map(text => ({ bump: 'major' as const, text: `since its last release: ${text}` }))
  return { name, bump: lost.length > 0 ? 'major' : 'none', reasons }
}

async function reportsOf(root: string, folder: string): Promise<Reports> {
  const { bin, exports } = manifestOf(root, folder)
  const entries = Object.values(exports).map(file => basename(file, '.ts'))
  const reports = new Map(
    entries.map(entry => [`${folder}/etc/${entry}.api.md`, apiReport(root, folder, entry)]),
  )
  if (bin) {
    const { loadProgram, exitCodes }: Program = await import(join(root, folder, 'src/program.ts'))
    reports.set(`${folder}/etc/commands.txt`, `${commandParts(await loadProgram(), exitCodes).join('\n')}\n`)
  }
  return reports
}

function write(root: string, folder: string, reports: Reports): void {
  rmSync(join(root, folder, 'etc'), { recursive: true, force: true })
  for (const [path, text] of reports) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

export function differences(root: string, folder: string, reports: Reports): string[] {
  const isCurrent = (path: string) =>
    existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === reports.get(path)
  const paths = new Set([...reports.keys(), ...globSync(`${folder}/etc/*`, { cwd: root })])
  return [...paths]
    .filter(path => !isCurrent(path))
    .map(path => `${path} is not current. Run \`pnpm release surface --write\`, and read the difference.`)
}

/** What a package lost since the commit of its last release; only releases write changelogs. */
export function losses(root: string, folder: string, reports: Reports): string[] {
  const git = (...args: string[]) => {
    // Without git, or without the history, there is nothing to compare with.
    try {
      return execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
    } catch {
      return ''
    }
  }
  const release = git('log', '-1', '--format=%H', '--', `${folder}/CHANGELOG.md`).trim()
  const paths = git('ls-tree', '--name-only', release, `${folder}/etc/`).split('\n').filter(Boolean)
  return paths.flatMap(path => {
    const [base, revision] = [git('show', `${release}:${path}`), reports.get(path) ?? '']
    if (path.endsWith('.api.md')) return lostNames(base, revision)
    return lostParts(base.trim().split('\n'), revision.trim().split('\n'))
  })
}
