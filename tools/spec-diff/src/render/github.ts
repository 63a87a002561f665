import type { Report } from '../report.ts'
import { styles } from './groups.ts'

/** The report as annotations of GitHub's checks, at file and line of the authored contract. */
export function renderGithub(report: Report): string {
  const lines = report.changes.map(({ class: verdict, surface, file, line, message, ruleId, operations }) => {
    const { name, level } = styles[verdict]
    const title = `${name} (${surface}): ${ruleId}`
    const text = operations.length > 0 ? `${message} (${operations.join(', ')})` : message
    return `::${level} file=${property(file)},line=${line},title=${property(title)}::${data(text)}`
  })
  return lines.length > 0 ? `${lines.join('\n')}\n` : ''
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
