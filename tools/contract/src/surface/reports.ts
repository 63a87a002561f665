import { execFileSync, spawnSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { lastRelease } from '@trading-network/test/last-release'
import { PUBLISHED } from '@trading-network/test/packages'
import type { Command } from 'commander'
import type { Artefact } from '../gen/artefacts.ts'
import { deviations, repair } from '../gen/tree.ts'
import { manifestOf } from '../manifest.ts'
import { type Reason, shortfall } from '../shortfall.ts'
import { exportParts, namesIn } from './api.ts'
import { commandParts, lostParts } from './commands.ts'

/** What a package with a command exports from `src/program.ts`. */
interface Program {
  loadProgram(): Command | Promise<Command>
  readonly exitCodes: object
}

/**
 * Builds the packages, and compares what they offer with their reports and with their last releases.
 *
 * @param isWritten Writes the reports instead of comparing them.
 * @param isBuilt Takes the packages as they are built.
 * @returns The problems, each a text for people: reports that are not current, and losses that no changeset declares.
 */
export async function surfaceProblems(root: string, isWritten = false, isBuilt = false): Promise<string[]> {
  const packages = ['--filter=!@trading-network/docs', '--output-logs=errors-only']
  if (!isBuilt) execFileSync('turbo', ['run', 'build', ...packages], { cwd: root, stdio: 'inherit' })
  const reports = await reportsOf(root)
  const stale = deviations(root, reports)
  if (isWritten) for (const each of stale) repair(root, each)
  const problems = (isWritten ? [] : stale).map(
    ({ path }) => `${path} is not current. Run \`pnpm release surface --write\`, and read the difference.`,
  )
  for (const folder of PUBLISHED) {
    const lost = reasonsOf(losses(root, folder, reports))
    const problem = await shortfall(root, manifestOf(root, folder).name, lost)
    if (problem !== undefined) problems.push(problem)
  }
  return problems
}

/** A package that lost something needs a major step. */
export function reasonsOf(lost: readonly string[]): Reason[] {
  return lost.map(text => ({ bump: 'major', text: `since its last release: ${text}` }))
}

async function reportsOf(root: string): Promise<Artefact[]> {
  const packages = PUBLISHED.map(folder => ({ folder, ...manifestOf(root, folder) }))
  const entries = packages.flatMap(({ folder, exports }) =>
    Object.values(exports).map(file => ({ folder, name: basename(file, '.ts') })),
  )
  const parts = exportParts(root, entries)
  return Promise.all(
    packages.map(async ({ folder, bin }) => {
      const lines = parts.filter((_, index) => entries[index]?.folder === folder).flat()
      if (bin) {
        const { loadProgram, exitCodes }: Program = await import(join(root, folder, 'src/program.ts'))
        lines.push(...commandParts(await loadProgram(), exitCodes))
      }
      return { path: `${folder}/etc/surface.txt`, text: `${lines.join('\n')}\n` }
    }),
  )
}

/** The exports and options that a package lost since its last release. */
export function losses(root: string, folder: string, reports: readonly Artefact[]): string[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout ?? ''
  const release = lastRelease(root, folder)
  if (release === undefined) return []
  const paths = git('ls-tree', '--name-only', release, `${folder}/etc/`).split('\n').filter(Boolean)
  const base = paths.flatMap(path => {
    const text = git('show', `${release}:${path}`)
    // Releases up to 3.1 have the reports of API Extractor, or its second line for an export of another name.
    if (path.endsWith('.api.md')) return namesIn(text, basename(path, '.api.md'))
    return text.split('\n').filter(part => part !== '' && !part.includes('.export {'))
  })
  const own = reports.find(each => each.path.startsWith(`${folder}/`))
  return lostParts(base, own?.text.trim().split('\n') ?? [])
}
