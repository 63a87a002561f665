import { jsonText } from '../load/json.ts'
import type { Report } from '../report.ts'
import { renderGithub } from './github.ts'
import { renderMarkdown } from './markdown.ts'
import { renderTerminal } from './terminal.ts'

export const formats = ['terminal', 'json', 'markdown', 'github'] as const
export type Format = (typeof formats)[number]

/** The report as text that ends with a line feed. The same report gives the same text. */
export function render(report: Report, format: Format, isColoured = false, isComplete = false): string {
  if (format === 'json') return `${jsonText(report)}\n`
  if (format === 'markdown') return renderMarkdown(report)
  return format === 'github' ? renderGithub(report) : renderTerminal(report, isColoured, isComplete)
}
