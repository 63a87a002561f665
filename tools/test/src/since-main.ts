import { spawnSync } from 'node:child_process'

/**
 * Returns true if files differ from those of the main branch where this one left it, committed or not.
 *
 * @returns undefined if git cannot tell: no repository, or none with that branch
 */
export function differsFromMain(folder: string, ...paths: readonly string[]): boolean | undefined {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  const base = git('merge-base', 'HEAD', 'origin/main')
  if (base === undefined) return undefined
  const changed = git('diff', '--name-only', base, '--', ...paths)
  const added = git('ls-files', '--others', '--exclude-standard', '--', ...paths)
  return changed !== '' || added !== ''
}
