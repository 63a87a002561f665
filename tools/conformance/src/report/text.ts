import { styleText } from 'node:util'
import { type CheckResult, count, type Problem, type Report } from './report.ts'

/** Paints text; without a terminal it stays as it is. */
export type Paint = (style: 'green' | 'red' | 'yellow' | 'dim' | 'bold', text: string) => string

/** Colours for a terminal. */
export const colours: Paint = (style, text) => styleText(style, text, { validateStream: false })

/** No colours. */
export const plain: Paint = (_, text) => text

const MAX_PROBLEMS = 8

/** One line for an operation of which all checks are done. */
export function operationLine(operation: string, results: readonly CheckResult[], paint: Paint): string {
  const of = (outcome: string) => results.filter(result => result.outcome === outcome).length
  const [failed, open] = [of('failed'), of('not covered')]
  const mark = failed > 0 ? paint('red', 'FAILED') : paint('green', 'ok    ')
  const requests = results.reduce((sum, result) => sum + result.requests, 0)
  const parts = [
    `${of('passed')} passed`,
    ...(failed > 0 ? [paint('red', `${failed} failed`)] : []),
    ...(open > 0 ? [paint('yellow', `${open} not covered`)] : []),
  ]
  return `${mark} ${operation.padEnd(28)} ${parts.join(', ')} ${paint('dim', `(${requests} requests)`)}`
}

/** What failed, what could not be covered, and one line of counts. */
export function textReport(report: Report, paint: Paint = plain): string {
  const sections = [
    ...report.results.filter(({ outcome }) => outcome === 'failed').map(result => failure(result, paint)),
    notCovered(report, paint),
  ].filter(section => section !== '')
  const counts = `${count(report, 'passed')} passed, ${count(report, 'failed')} failed, ${count(report, 'not covered')} not covered`
  const closing = `${counts}: ${report.baseUrl} against ${report.contract}, ${report.requests} requests in ${report.seconds} s`
  return `${[...sections, closing].join('\n\n')}\n`
}

function failure({ operation, check, problems }: CheckResult, paint: Paint): string {
  const shown = problems.slice(0, MAX_PROBLEMS).flatMap(problem => problemLines(problem, paint))
  const more = problems.length - MAX_PROBLEMS
  return [
    `${paint('red', 'FAILED')} ${paint('bold', `${operation}, ${check}`)}`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more; --json has them all`] : []),
  ].join('\n')
}

function problemLines({ message, request, times }: Problem, paint: Paint): string[] {
  const often = times > 1 ? paint('dim', ` (${times} times)`) : ''
  return [`  ${message}${often}`, ...(request === undefined ? [] : [paint('dim', `    ${request}`)])]
}

function notCovered({ results }: Report, paint: Paint): string {
  const lines = results.flatMap(({ operation, check, notCovered }) =>
    notCovered.map(what => `  ${operation}, ${check}: ${what}`),
  )
  return lines.length === 0 ? '' : [paint('yellow', 'Not covered'), ...lines].join('\n')
}
