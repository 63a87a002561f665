import { styleText } from 'node:util'
import type { Change, Report } from '../report.ts'
import type { Class } from '../rules/rule.ts'
import { otherClass, sectionsOf, whereOf, witnessOf, words } from './groups.ts'

const colours = {
  breaking: 'red',
  'may-break': 'yellow',
  'non-breaking': 'green',
  documentation: 'gray',
} as const
const marks: Record<Class, string> = {
  breaking: '✗',
  'may-break': '!',
  'non-breaking': '+',
  documentation: '·',
}

/**
 * The report for people at a terminal, folded by operation.
 *
 * @param isComplete Whether all places of a change are listed.
 */
export function renderTerminal(report: Report, isColoured: boolean, isComplete = false): string {
  type Style = Parameters<typeof styleText>[0]
  const paint = (style: Style, text: string) =>
    isColoured ? styleText(style, text, { validateStream: false }) : text
  const line = (change: Change) => {
    const types = otherClass(change)
    const aside = types === undefined ? '' : `, types: ${types}`
    const place = paint(
      'dim',
      `${change.file}:${change.line}  ${whereOf(change)}${aside}  [${change.ruleId}]`,
    )
    const witness = witnessOf(change)
    const further = isComplete && change.locations.length > 1 ? change.locations : []
    const below = [place, ...(witness ? [witness] : []), ...further.map(each => paint('dim', `  ${each}`))]
    return `    ${paint(colours[change.class], marks[change.class])} ${change.message}\n${below.map(each => `      ${each}`).join('\n')}`
  }
  const lines = [paint('bold', `${titleOf(report.base)} → ${titleOf(report.revision)}`), '']
  for (const { title, says, count, groups } of sectionsOf(report)) {
    lines.push(`${paint(['bold', 'underline'], title)} ${paint('dim', `${count}, ${says}`)}`)
    for (const [name, group] of groups) lines.push(`  ${paint('bold', name)}`, ...group.map(line))
    lines.push('')
  }
  return `${[...lines, summaryOf(report)].join('\n')}\n`
}

function titleOf({ file, version }: Report['base']): string {
  return version ? `${version} (${file})` : file
}

function summaryOf({ counts, bump, changes }: Report): string {
  if (changes.length === 0) return 'No difference that anybody can see.'
  const parts = (Object.keys(words) as Class[])
    .filter(each => counts[each] > 0)
    .map(each => `${counts[each]} ${words[each]}`)
  return `${parts.join(', ')}. Wire: ${bump.wire}. Types: ${bump.types}.`
}
