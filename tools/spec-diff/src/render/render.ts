import { jsonText } from '../load/json.ts'
import type { Report } from '../report.ts'
import { type Class, worse } from '../rules/rule.ts'
import { renderGithub } from './github.ts'
import { renderMarkdown } from './markdown.ts'
import { renderTerminal } from './terminal.ts'

export const formats = ['terminal', 'json', 'markdown', 'github'] as const
export type Format = (typeof formats)[number]

/** Choices for people. JSON has everything. */
export interface View {
  /** The least important class that is printed; `non-breaking` by default, so documentation is only counted. */
  show?: Class
  isColoured?: boolean
}

/** The report as text that ends with a line feed. The same report gives the same text. */
export function render(report: Report, format: Format, view: View = {}): string {
  if (format === 'json') return `${jsonText(report)}\n`
  const { show = 'non-breaking', isColoured = false } = view
  const isShown = (verdict: Class | null) => verdict !== null && worse(verdict, show) === verdict
  const changes = report.changes.filter(({ impact: { wire, types } }) => isShown(wire) || isShown(types))
  const shown = { ...report, changes }
  if (format === 'markdown') return renderMarkdown(shown)
  return format === 'github' ? renderGithub(shown) : renderTerminal(shown, isColoured)
}
