import type { Change, Report } from '../report.ts'
import { byOperation, headings, whereOf, witnessOf, words } from './groups.ts'

/** The report as markdown: a changelog, a comment on a pull request. */
export function renderMarkdown(report: Report): string {
  const { base, revision, bump } = report
  const lines = [`# ${base.version || base.file} → ${revision.version || revision.file}`, '']
  if (report.changes.length === 0) return `${[...lines, 'No difference that anybody can see.'].join('\n')}\n`
  lines.push(`Wire: **${bump.wire}**. Types: **${bump.types}**.`, '')
  for (const { title, says, has } of headings) {
    const changes = report.changes.filter(has)
    if (changes.length === 0) continue
    lines.push(`## ${title}`, '', `${says.charAt(0).toUpperCase()}${says.slice(1)}.`, '')
    const isFolded = title === 'Documentation'
    if (isFolded) lines.push(`<details><summary>${changes.length} changes</summary>`, '')
    for (const [name, group] of byOperation(report, changes))
      lines.push(`### ${name}`, '', ...group.map(lineOf), '')
    if (isFolded) lines.push('</details>', '')
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function lineOf(change: Change): string {
  const { message, typesMessage, location, impact, surface, ruleId } = change
  const types =
    surface === 'wire' && typesMessage && impact.types
      ? `; types, ${words[impact.types]}: ${typesMessage}`
      : ''
  const witness = witnessOf(change)
  const proof = witness
    ? `\n  ${witness.replace(/: (.*)$/s, (_, text) => `: \`${text.replaceAll('`', "'")}\``)}`
    : ''
  return `- ${message}${types} (${location ? `${whereOf(change)}, ` : ''}\`${ruleId}\`)${proof}`
}
