import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { preReleaseTag } from './archive.ts'
import { manifestOf } from './surface/package-surface.ts'

/**
 * Leaves what users read in the changelog of a package. The name behind a major step is for the gate. The section of a
 * stable version repeats those of its betas, which changesets leave in place.
 */
export function forUsers(root: string, folder: string): void {
  const file = join(root, folder, 'CHANGELOG.md')
  if (!existsSync(file)) return
  const text = readFileSync(file, 'utf8').replaceAll(/\n+ *Breaking change confirmed by:.*$/gm, '')
  const { version } = manifestOf(root, folder)
  const isStable = preReleaseTag(version) === undefined
  const sections = text.split(/^(?=## )/m)
  const isKept = (section: string) => !isStable || !section.startsWith(`## ${version}-`)
  writeFileSync(file, sections.filter(isKept).join(''))
}
