import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifestOf } from '../manifest.ts'

interface Changeset {
  readonly summary: string
}

interface Dependency {
  readonly name: string
  readonly newVersion: string
}

/** The function of changesets that writes changelogs, by `.changeset/config.json`: what users read, and no commits. */
export default {
  /** The name behind a major step is for the gate. A list is an entry for each of its items. */
  getReleaseLine({ summary }: Changeset): string {
    const text = summary.replace(/^Breaking change confirmed by:.*$/m, '').trim()
    return text.startsWith('- ') ? text : `- ${text.replaceAll(/\n(?=.)/g, '\n  ')}`
  },
  getDependencyReleaseLine(_: readonly Changeset[], dependencies: readonly Dependency[]): string {
    const names = dependencies.map(({ name, newVersion }) => `  - ${name}@${newVersion}`)
    return names.length > 0 ? ['- Updated dependencies', ...names].join('\n') : ''
  },
}

/** Puts the words of a person about a release of the contract, if there are any, before the changes of a package. */
export function addNotes(root: string, folder: string): void {
  const { version } = manifestOf(root, folder)
  const [changelog, notes] = [join(root, folder, 'CHANGELOG.md'), join(root, `spec/notes/${version}.md`)]
  if (!existsSync(notes)) return
  // A package does not know the address of the site.
  const words = readFileSync(notes, 'utf8').replaceAll(
    /\[([^\]]+)\]\(\/[^)]*\)/g,
    '"$1" on the reference site',
  )
  const text = readFileSync(changelog, 'utf8')
  writeFileSync(
    changelog,
    text.replace(`## ${version}\n`, heading => `${heading}\n${words}`),
  )
}
