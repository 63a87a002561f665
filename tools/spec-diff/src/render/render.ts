import { jsonText } from '../load/json.ts'
import type { Report } from '../report.ts'
import { type Class, worse } from '../rules/rule.ts'
import { renderGithub } from './github.ts'
import { renderMarkdown } from './markdown.ts'
import { renderTerminal } from './terminal.ts'

export const formats = ['terminal', 'json', 'markdown', 'github'] as const
export type Format = (typeof formats)[number]

/**
 * The report as text that ends with a line feed. The same report gives the same text.
 *
 * @param show The least important class that is printed. Others are counted. JSON has everything.
 */
export function render(report: Report, format: Format, show: Class = 'non-breaking'): string {
  if (format === 'json') return `${jsonText(report)}\n`
  const isShown = (verdict: Class | null) => verdict !== null && worse(verdict, show) === verdict
  const changes = report.changes.filter(({ impact: { wire, types } }) => isShown(wire) || isShown(types))
  const shown = { ...report, changes }
  if (format === 'markdown') return renderMarkdown(shown)
  return format === 'github' ? renderGithub(shown) : renderTerminal(shown)
}
