import { styleText } from 'node:util'
import { type CheckResult, type Compared, count, type Problem, type Report } from './report.ts'

/** Maximum number of failed checks, and of reasons per operation, without details. */
const MAX_FAILED = 30
const MAX_REASONS = 2

/** One line for an operation of which all checks are done. */
export function operationLine(operation: string, results: readonly CheckResult[]): string {
  const [passed, failed, open] = counts(results)
  const mark = failed > 0 ? styleText('red', 'FAILED') : styleText('green', 'ok    ')
  const requests = results.reduce((sum, result) => sum + result.requests, 0)
  const others = [failed > 0 ? `, ${failed} failed` : '', open > 0 ? `, ${open} not covered` : '']
  return `${mark} ${operation.padEnd(28)} ${passed} passed${others.join('')} (${requests} requests)`
}

/** One line for an operation that two services were compared by, and the first difference. */
export function comparedLine({ operation, records, isCut, difference }: Compared): string {
  const mark = difference ? styleText('red', 'DIFFER') : styleText('green', 'equal ')
  const limit = isCut ? ', more were not read; see --max-records' : ''
  return `${mark} ${operation.padEnd(28)} ${records} equal records${limit}${difference ? `\n${difference}` : ''}`
}

/**
 * The failures, a line per failed check; the cases that could not be tried, a line per operation; and the counts. It has
 * colours if standard output shows them.
 */
export function textReport(report: Report, details = false): string {
  const [passed, failed, open] = counts(report.results)
  const sum = `${passed} passed, ${failed} failed, ${open} not covered`
  const run = `${report.baseUrl} against ${report.contract}, ${report.requests} requests in ${report.seconds} s`
  const sections = [failures(report, details), notCovered(report, details), `${sum}: ${run}`]
  return `${sections.filter(section => section !== '').join('\n\n')}\n`
}

function counts(results: readonly CheckResult[]): [passed: number, failed: number, open: number] {
  return [count({ results }, 'passed'), count({ results }, 'failed'), count({ results }, 'not covered')]
}

function failures({ results }: Report, details: boolean): string {
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const lines = failed
    .slice(0, details ? undefined : MAX_FAILED)
    .flatMap(({ operation, check, problems }) => {
      const texts = problems.map(problem => {
        const line = `${styleText('red', 'FAILED')} ${operation}, ${check}: ${problem.message}`
        return details ? [line, ...proofOf(problem)].join('\n  ') : line
      })
      if (details || texts.length < 2) return texts
      return `${texts[0]} (and ${texts.length - 1} more)`
    })
  if (!details && failed.length > MAX_FAILED)
    lines.push(`and ${failed.length - MAX_FAILED} more failed checks`)
  if (!details && failed.length > 0) lines.push('With --details: each failure with its request.')
  return lines.join('\n')
}

/** The request of a problem, the place in the contract, and the commands that show it. */
function proofOf({ request, contract, curl = [] }: Problem): string[] {
  return [request ?? '', ...(contract === undefined ? [] : [`contract: ${contract}`]), ...curl]
}

/** The cases that could not be tried, a line per operation; those of all operations have a line of their own. */
function notCovered({ results }: Report, details: boolean): string {
  const operations = [...new Set(results.map(({ operation }) => operation))]
  const cases = results.flatMap(({ operation, check, notCovered: reasons }) =>
    reasons.map(reason => ({ operation, text: `${check}: ${reason}` })),
  )
  const times = Map.groupBy(cases, ({ text }) => text)
  const isShared = (text: string) => operations.length > 1 && times.get(text)?.length === operations.length
  const groups = Map.groupBy(cases, each => (isShared(each.text) ? 'all operations' : each.operation))
  const lines = [...groups].flatMap(([name, own]) => {
    const texts = [...new Set(own.map(({ text }) => text))]
    if (details) return texts.map(text => `  ${name}, ${text}`)
    const rest = texts.length > MAX_REASONS ? [`and ${texts.length - MAX_REASONS} more`] : []
    return [`  ${name}: ${[...texts.slice(0, MAX_REASONS), ...rest].join('; ')}`]
  })
  return lines.length === 0 ? '' : [styleText('yellow', 'Not covered'), ...lines].join('\n')
}
