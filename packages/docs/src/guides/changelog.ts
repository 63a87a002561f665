import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from 'semver'
import { contracts } from '../repository.ts'

/** A version of the contract, as the release command writes it. */
interface Release {
  readonly version: string
  /** Day of the release, such as `2026-11-22`; none for the version that is not released yet. */
  readonly date?: string
  readonly previous?: string
  /** The versions of the packages that were released with it, by name. */
  readonly packages: Readonly<Record<string, string>>
  /** The hand-written lines of markdown on it, each a new feature or a change for callers. */
  readonly notes: readonly string[]
}

const stored = globSync('changelog/[0-9]*.json', { cwd: contracts }).map(path => JSON.parse(textOf(path)))
const noted = globSync('notes/*.md', { cwd: contracts }).map(path =>
  path.slice('notes/'.length, -'.md'.length),
)

/** The versions, the newest first. The notes of a version without a changelog are those of the next one. */
export const releases: readonly Release[] = [...new Set([...stored.map(({ version }) => version), ...noted])]
  .map(version => ({
    version,
    packages: {},
    ...stored.find(each => each.version === version),
    notes: noted.includes(version) ? notesOf(version) : [],
  }))
  .sort((one, other) => compare(other.version, one.version))

/** The page of all versions as markdown: of each, the page that the release command writes. */
export function changelogPage(): string {
  const sections = releases.map(({ version, date, previous, packages, notes }) => {
    if (!date)
      return [
        '## Next',
        'Not released yet. [openapi.json](/openapi.json)',
        notes.map(note => `- ${note}`).join('\n'),
      ]
    const released = Object.entries(packages)
      .map(each => each.join(' '))
      .join(', ')
    const facts = [`Released ${date}`, previous && `after ${previous}`, released && `with ${released}`]
    const [, changes = ''] = textOf(`changelog/${version}.md`).split(/^# .*\n/m)
    return [
      `## ${version}`,
      `${facts.filter(Boolean).join(', ')}. [openapi.json](/v/${version}/openapi.json)`,
      changes.replace(/^## /gm, '### '),
    ]
  })
  return [
    'A major version may break its callers, a minor one adds, a patch changes words. A new value of an enum in responses is a minor change, because [enums may grow](/guides/enums/). New releases are in [the feed](/changelog/feed.xml) (RSS).',
    ...sections.flat(),
  ].join('\n\n')
}

function notesOf(version: string): string[] {
  return textOf(`notes/${version}.md`)
    .split(/^- /m)
    .map(note => note.trim().replaceAll('\n', ' '))
    .filter(Boolean)
}

function textOf(path: string): string {
  return readFileSync(join(contracts, path), 'utf8')
}
