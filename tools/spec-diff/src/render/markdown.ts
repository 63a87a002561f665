import type { Change, Report } from '../report.ts'
import { countsOf, otherClass, sectionsOf, whereOf, witnessOf } from './groups.ts'

export function renderMarkdown(report: Report): string {
  const { base, revision, bump } = report
  const lines = [`# ${base.version || base.file} → ${revision.version || revision.file}`, '']
  lines.push(countsOf(report))
  if (bump.types !== 'none') lines.push('', `Wire: **${bump.wire}**. Types: **${bump.types}**.`)
  lines.push('')
  for (const { title, says, count, groups } of sectionsOf(report)) {
    lines.push(`## ${title}`, '', `${says.charAt(0).toUpperCase()}${says.slice(1)}.`, '')
    const isFolded = title === 'Documentation'
    if (isFolded) lines.push(`<details><summary>${count} changes</summary>`, '')
    for (const [name, group] of groups) lines.push(`### ${name}`, '', ...group.map(lineOf), '')
    if (isFolded) lines.push('</details>', '')
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function lineOf(change: Change): string {
  const { message, location, ruleId } = change
  const witness = witnessOf(change)
  const proof = witness
    ? `\n  ${witness.replace(/: (.*)$/s, (_, text) => `: \`${text.replaceAll('`', "'")}\``)}`
    : ''
  return `- ${message}${typesPart(change)} (${location ? `${whereOf(change)}, ` : ''}\`${ruleId}\`)${proof}`
}

/** The verdict and the sentence for importers of the types, where their verdict is another one. */
function typesPart(change: Change): string {
  const verdict = otherClass(change)
  if (verdict === undefined) return ''
  const { message, typesMessage = message } = change
  return `; types, ${verdict}${typesMessage === message ? '' : `: ${typesMessage}`}`
}
