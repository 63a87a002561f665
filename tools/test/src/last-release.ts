import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
  const args = ['log', '-1', '--format=%H', `-S${heading}`, '--', changelog]
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() || undefined
}
