import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Change, compare } from '../diff/compare.ts'
import { report } from '../diff/report.ts'
import type { Artefact } from './artefacts.ts'

/** The facts of a release. */
interface Release {
  version: string
  /** Day of the release in UTC, such as `2026-11-22`. */
  date: string
  /** The release that it is compared with, the one before it in its line; none for the first. */
  previous?: string
  /** The versions of the packages that were released with it, by their names without the scope. */
  packages: Record<string, string>
}

/** What a release says for good: a later comparison may have other words, or another opinion. */
interface Changelog extends Release {
  schemaVersion: 2
  changes: Change[]
}

const folder = 'spec/changelog'

/** The changelogs of all releases: the JSON as it is, and a page of it. */
export function changelogs(root: string): Artefact[] {
  const names = readdirSync(join(root, folder)).filter(name => name.endsWith('.json'))
  return names.flatMap(name => artefactsOf(root, JSON.parse(readFileSync(join(root, folder, name), 'utf8'))))
}

/** The changelog of a new release. Its contract and that of the release before it are in the archive. */
export async function changelog(root: string, release: Release): Promise<Artefact[]> {
  const archived = (version: string) =>
    JSON.parse(readFileSync(join(root, `spec/released/${version}.json`), 'utf8'))
  const { previous, version } = release
  const changes = previous === undefined ? [] : await compare(archived(previous), archived(version))
  return artefactsOf(root, { schemaVersion: 2, ...release, changes })
}

function artefactsOf(root: string, changelog: Changelog): Artefact[] {
  const { version, previous, changes } = changelog
  const title = previous === undefined ? version : `${previous} → ${version}`
  const rest = previous === undefined ? 'The first release.\n' : report(changes)
  return [
    { path: `${folder}/${version}.json`, text: `${JSON.stringify(changelog, null, 2)}\n` },
    { path: `${folder}/${version}.md`, text: `# ${title}\n${notesOf(root, version)}\n${rest}` },
  ]
}

/** The lines that a person writes about a release: the same words are on the reference site and in its feed. */
function notesOf(root: string, version: string): string {
  const file = join(root, `spec/notes/${version}.md`)
  return existsSync(file) ? `\n${readFileSync(file, 'utf8')}` : ''
}
