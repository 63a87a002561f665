import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Change, type Report, render } from '@trading-network/spec-diff'
import { releases } from './archive.ts'

const folder = 'spec/changelog'

/** The changes of a release, for pages and programs. The output does not depend on the time or the machine. */
export interface Changelog {
  schemaVersion: 1
  version: string
  /** The release that it is compared with; none for the first. */
  previous?: string
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

/** Writes `spec/changelog/<version>.json` and `.md`, the feed, and the first version of each part. */
export function writeChangelog(
  root: string,
  version: string,
  previous: string | undefined,
  report: Report | undefined,
): void {
  mkdirSync(join(root, folder), { recursive: true })
  const changelog = changelogOf(version, previous, report)
  write(root, `${version}.json`, changelog)
  writeFileSync(join(root, folder, `${version}.md`), pageOf(version, report))
  const all = releases(root)
    .map(each => readChangelog(root, each.version))
    .filter(each => each !== undefined)
  write(root, 'feed.json', feedOf(all))
  write(root, 'since.json', sinceOf(all))
}

function write(root: string, name: string, content: unknown): void {
  writeFileSync(join(root, folder, name), `${JSON.stringify(content, null, 2)}\n`)
}

function readChangelog(root: string, version: string): Changelog | undefined {
  const file = join(root, folder, `${version}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Changelog) : undefined
}

function changelogOf(version: string, previous: string | undefined, report: Report | undefined): Changelog {
  const none = { breaking: 0, 'may-break': 0, 'non-breaking': 0, documentation: 0 }
  const head = { schemaVersion: 1 as const, version, ...(previous === undefined ? {} : { previous }) }
  if (!report) return { ...head, bump: { wire: 'none', types: 'none' }, counts: none, operations: [] }
  const names = [
    ...new Set(report.changes.flatMap(({ operations }) => (operations.length > 0 ? operations : ['']))),
  ].sort()
  const operations = names.map(operation => ({
    operation,
    ...report.operations[operation],
    changes: report.changes
      .filter(each => (operation ? each.operations.includes(operation) : each.operations.length === 0))
      .map(lineOf),
  }))
  return { ...head, bump: report.bump, counts: report.counts, operations }
}

function lineOf({
  class: verdict,
  surface,
  impact,
  ruleId,
  location,
  message,
  typesMessage,
  fingerprint,
}: Change): Line {
  return {
    class: verdict,
    surface,
    ruleId,
    location,
    ...(impact.wire === null ? {} : { rest: message }),
    ...(typesMessage === undefined ? {} : { types: typesMessage }),
    fingerprint,
  }
}

function pageOf(version: string, report: Report | undefined): string {
  if (!report) return `# ${version}\n\nThe first release.\n`
  const renamed = { ...report, revision: { ...report.revision, version } }
  return render(renamed, 'markdown')
}

/** JSON Feed 1.1, newest first. */
function feedOf(changelogs: readonly Changelog[]) {
  const items = changelogs.map(({ version, counts, bump }) => ({
    id: version,
    title: `${version}`,
    url: `changelog/${version}`,
    content_text:
      Object.entries(counts)
        .filter(([, count]) => count > 0)
        .map(([each, count]) => `${count} ${each}`)
        .join(', ') || 'The first release.',
    _bump: bump,
  }))
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Trading Network Query API: changes of the contract',
    items: items.reverse(),
  }
}

const added =
  /^(operation|(optional|required)-(parameter|property)|unexpected-property|header|(open-)?enum-value)-added$/

/** The first version of each later field, parameter and value: by operation, then by place. */
function sinceOf(changelogs: readonly Changelog[]): Record<string, Record<string, string>> {
  const since: Record<string, Record<string, string>> = {}
  for (const { version, operations } of changelogs)
    for (const { operation, changes } of operations)
      for (const { ruleId, location, rest } of changes) {
        if (!added.test(ruleId)) continue
        const place = /value-added$/.test(ruleId) ? `${location}: ${rest}` : location
        const places = since[operation] ?? {}
        since[operation] = places
        places[place || 'operation'] ??= version
      }
  return since
}
