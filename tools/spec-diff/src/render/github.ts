import type { Report } from '../report.ts'
import type { Class } from '../rules/rule.ts'
import { words } from './groups.ts'

const levels: Record<Class, string> = {
  breaking: 'error',
  'may-break': 'warning',
  'non-breaking': 'notice',
  documentation: 'notice',
}

/** The report as annotations of GitHub's checks, at file and line of the authored contract. */
export function renderGithub(report: Report): string {
  const lines = report.changes.map(({ class: verdict, surface, file, line, message, ruleId, operations }) => {
    const title = `${words[verdict]} (${surface}): ${ruleId}`
    const text = operations.length > 0 ? `${message} (${operations.join(', ')})` : message
    return `::${levels[verdict]} file=${property(file)},line=${line},title=${property(title)}::${data(text)}`
  })
  return lines.length > 0 ? `${lines.join('\n')}\n` : ''
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
