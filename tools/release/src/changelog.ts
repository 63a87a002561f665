import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Change, type Report, render } from '@trading-network/spec-diff'

const folder = 'spec/changelog'

/** The changes of a release, for pages and programs. Apart from its date, the output does not depend on the machine. */
export interface Changelog {
  schemaVersion: 1
  version: string
  /** Day of the release in UTC, such as `2026-11-22`. */
  date: string
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

/** Writes `spec/changelog/<version>.json` and `.md`. */
export function writeChangelog(
  root: string,
  version: string,
  previous: string | undefined,
  report: Report | undefined,
): void {
  mkdirSync(join(root, folder), { recursive: true })
  const changelog = changelogOf(version, previous, report)
  writeFileSync(join(root, folder, `${version}.json`), `${JSON.stringify(changelog, null, 2)}\n`)
  writeFileSync(join(root, folder, `${version}.md`), pageOf(version, report))
}

function changelogOf(version: string, previous: string | undefined, report: Report | undefined): Changelog {
  const none = { breaking: 0, 'may-break': 0, 'non-breaking': 0, documentation: 0 }
  const date = new Date().toISOString().slice(0, 10)
  const head = { schemaVersion: 1 as const, version, date, ...(previous === undefined ? {} : { previous }) }
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

function lineOf(change: Change): Line {
  const { class: verdict, surface, ruleId, location, impact, message, typesMessage, fingerprint } = change
  const rest = impact.wire === null ? {} : { rest: message }
  const types = typesMessage === undefined ? {} : { types: typesMessage }
  return { class: verdict, surface, ruleId, location, ...rest, ...types, fingerprint }
}

function pageOf(version: string, report: Report | undefined): string {
  if (!report) return `# ${version}\n\nThe first release.\n`
  const renamed = { ...report, revision: { ...report.revision, version } }
  return render(renamed, 'markdown')
}
