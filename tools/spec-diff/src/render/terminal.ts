import { styleText } from 'node:util'
import type { Change, Report } from '../report.ts'
import { countsOf, otherClass, sectionsOf, styles, whereOf, witnessOf } from './groups.ts'

/** The report for people at a terminal, by operation. It has colours if standard output shows them. */
export function renderTerminal(report: Report): string {
  const linesOf = (change: Change) => {
    const { file, line, ruleId, message } = change
    const { mark, colour } = styles[change.class]
    const types = otherClass(change)
    const aside = types === undefined ? '' : `, types: ${types}`
    const below = [
      styleText('dim', `${file}:${line}  ${whereOf(change)}${aside}  [${ruleId}]`),
      witnessOf(change),
    ]
    const lines = below.filter(text => text !== undefined).map(text => `      ${text}`)
    return [`    ${styleText(colour, mark)} ${message}`, ...lines]
  }
  const lines = [styleText('bold', `${titleOf(report.base)} → ${titleOf(report.revision)}`), '']
  for (const { title, says, count, groups } of sectionsOf(report)) {
    lines.push(`${styleText(['bold', 'underline'], title)} ${styleText('dim', `${count}, ${says}`)}`)
    for (const [name, group] of groups) lines.push(`  ${styleText('bold', name)}`, ...group.flatMap(linesOf))
    lines.push('')
  }
  return `${[...lines, summaryOf(report)].join('\n')}\n`
}

function titleOf({ file, version }: Report['base']): string {
  return version ? `${version} (${file})` : file
}

function summaryOf(report: Report): string {
  const { wire, types } = report.bump
  return types === 'none' ? countsOf(report) : `${countsOf(report)} Wire: ${wire}. Types: ${types}.`
}
