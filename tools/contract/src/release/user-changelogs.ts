import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prerelease } from 'semver'
import { manifestOf } from '../manifest.ts'

/**
 * Leaves what users read in the changelog of a package. The name behind a major step is for the gate; changesets names a
 * commit once for each dependency that it raised, and indents empty lines. The section of a
 * stable version repeats those of its betas, which changesets leave in place. A release of the contract begins with the
 * words of a person.
 */
export function forUsers(root: string, folder: string): void {
  const file = join(root, folder, 'CHANGELOG.md')
  if (!existsSync(file)) return
  const text = readFileSync(file, 'utf8')
    .replaceAll(/\s+Breaking change confirmed by:.*$/gm, '')
    .replaceAll(/^(- Updated dependencies .*\n)\1+/gm, '$1')
    .replaceAll(/ +$/gm, '')
  const { name, version } = manifestOf(root, folder)
  const notes = notesOf(root, name, version)
  const sections = text
    .split(/^(?=## )/m)
    .filter(section => prerelease(version) || !section.startsWith(`## ${version}-`))
    .map(section =>
      section.startsWith(`## ${version}\n`) && !section.includes(notes)
        ? section.replace('\n', () => `\n\n${notes}`)
        : section,
    )
  writeFileSync(file, sections.join(''))
}

/** The words of a person about a release, for the packages that have the version of the contract; empty without any. */
function notesOf(root: string, name: string, version: string): string {
  const file = join(root, `spec/notes/${version}.md`)
  const config = readFileSync(join(root, '.changeset/config.json'), 'utf8')
  const { fixed } = JSON.parse(config) as { fixed: string[][] }
  if (!existsSync(file) || !fixed.flat().includes(name)) return ''
  // A package does not know the address of the site.
  return readFileSync(file, 'utf8').replaceAll(/\[([^\]]+)\]\(\/[^)]*\)/g, '"$1" on the reference site')
}
