import type { Release } from './changelog.ts'

/** A block that each README with its first line gets. */
const BLOCK = /(<!-- compatibility -->\n)[\s\S]*?(<!-- \/compatibility -->)/g

const columns = ['types', 'fetch', 'server', 'check']

/** What a package was called in earlier releases, whose archived versions keep it. */
const FORMER: Readonly<Record<string, string>> = { check: 'conformance' }

/** The document with the table of the releases: the versions of the packages that contain each contract. */
export function withCompatibility(document: string, releases: readonly Release[]): string {
  const stable = releases.filter(({ version }) => !version.includes('-'))
  const rows = stable.map(({ version, date, packages }) => [
    version,
    date,
    ...columns.map(name => packages[name] ?? packages[FORMER[name] ?? ''] ?? ''),
  ])
  const head = ['contract', 'released', ...columns]
  const text = `From 3.0.0 on, the packages with the contract share its version. A client works with a service of the same major
version and of the same or a later minor version.

${tableOf([head, ...rows])}
`
  return document.replace(BLOCK, (_, open: string, close: string) => `${open}\n${text}\n${close}`)
}

/** A table in markdown with aligned columns, as the formatter writes it. The first row is its head. */
function tableOf(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map(row => row[i]?.length ?? 0))) ?? []
  const [head = '', ...others] = rows.map(
    row => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`
  return [head, rule, ...others].join('\n')
}
