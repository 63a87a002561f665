import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const git = (cwd: string, ...args: string[]) =>
  spawnSync('git', args, { cwd, encoding: 'utf8' }).stdout?.trim() || undefined

/** True if git has all commits: a tarball has none, and a clone of limited depth takes its first for the last release. */
export const hasHistory = (root: string) => git(root, 'rev-parse', '--is-shallow-repository') === 'false'

/**
 * The commit of the last release of a package: it added the first section of the changelog. Later commits change versions,
 * too, and older sections.
 *
 * @param folder the folder of the package, from the root of the repository
 * @returns undefined if the history of this clone does not have it
 */
export function lastRelease(root: string, folder: string): string | undefined {
  const changelog = `${folder}/CHANGELOG.md`
  const [heading = ''] = /^## .*$/m.exec(readFileSync(join(root, changelog), 'utf8')) ?? []
  return hasHistory(root) ? git(root, 'log', '-1', '--format=%H', `-S${heading}`, '--', changelog) : undefined
}
