import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Change, compare, load, type Report, render } from '@trading-network/spec-diff'
import type { Artefact } from './artefacts.ts'

/** The facts of a release that no program can derive. The rest of its changelog follows from two archived contracts. */
export interface Release {
  version: string
  /** Day of the release in UTC, such as `2026-11-22`. */
  date: string
  /** The release that it is compared with, the one before it in its line; none for the first. */
  previous?: string
  /** The versions of the packages that were released with it, by their names without the scope. */
  packages: Record<string, string>
}

/** The changes of a release, for programs. */
interface Changelog extends Release {
  schemaVersion: 1
  bump: Report['bump']
  counts: Report['counts']
  /** By operation. A change of several operations is listed with each of them, a change of none under an empty name. */
  operations: { operation: string; operationId?: string; summary?: string; changes: Line[] }[]
}

/** One change, with texts for clients and for importers of the types. */
interface Line {
  class: Change['class']
  surface: Change['surface']
  ruleId: string
  location: string
  rest?: string
  types?: string
  fingerprint: string
}

const folder = 'spec/changelog'

/** The releases, the newest first. */
export function releases(root: string): Release[] {
  const names = readdirSync(join(root, folder)).filter(name => name.endsWith('.json'))
  return names
    .map(name => JSON.parse(readFileSync(join(root, folder, name), 'utf8')) as Changelog)
    .map(({ version, date, previous, packages }) => ({
      version,
      date,
      ...(previous === undefined ? {} : { previous }),
      packages,
    }))
    .sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))
}

/** The changelogs of all releases: JSON for programs, and a page. */
export async function changelogs(root: string): Promise<Artefact[]> {
  const files = await Promise.all(releases(root).map(release => changelog(root, release)))
  return files.flat()
}

/** The changelog of one release. Its contract and that of the release before it are in the archive. */
export async function changelog(root: string, release: Release): Promise<Artefact[]> {
  const { version, previous } = release
  const report = previous === undefined ? undefined : await reportOf(root, previous, version)
  const text = `${JSON.stringify({ schemaVersion: 1, ...release, ...contentOf(report) }, null, 2)}\n`
  const page = report
    ? render({ ...report, revision: { ...report.revision, version } }, 'markdown')
    : `# ${version}\n\nThe first release.\n`
  return [
    { path: `${folder}/${version}.json`, text },
    { path: `${folder}/${version}.md`, text: page.replace('\n', `\n${notesOf(root, version)}`) },
  ]
}

/** The lines that a person writes about a release: the same words are on the reference site and in its feed. */
function notesOf(root: string, version: string): string {
  const file = join(root, `spec/notes/${version}.md`)
  return existsSync(file) ? `\n${readFileSync(file, 'utf8')}` : ''
}

async function reportOf(root: string, previous: string, version: string): Promise<Report> {
  const archived = (name: string) => load(join(root, `spec/released/${name}.json`))
  const [base, revision] = [await archived(previous), await archived(version)]
  // The number of the version is no change of it.
  Object.assign(revision.root.info as object, { version: base.version })
  return compare(base, revision)
}

function contentOf(report: Report | undefined): Pick<Changelog, 'bump' | 'counts' | 'operations'> {
  const none = { breaking: 0, 'may-break': 0, 'non-breaking': 0, documentation: 0 }
  if (!report) return { bump: { wire: 'none', types: 'none' }, counts: none, operations: [] }
  const named = report.changes.flatMap(({ operations }) => (operations.length > 0 ? operations : ['']))
  const operations = [...new Set(named)].sort().map(operation => ({
    operation,
    ...report.operations[operation],
    changes: report.changes
      .filter(each => (operation ? each.operations.includes(operation) : each.operations.length === 0))
      .map(lineOf),
  }))
  return { bump: report.bump, counts: report.counts, operations }
}

function lineOf(change: Change): Line {
  const { class: verdict, surface, ruleId, location, impact, message, typesMessage, fingerprint } = change
  const rest = impact.wire === null ? {} : { rest: message }
  const types = typesMessage === undefined ? {} : { types: typesMessage }
  return { class: verdict, surface, ruleId, location, ...rest, ...types, fingerprint }
}
