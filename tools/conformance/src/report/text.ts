import { styleText } from 'node:util'
import { type FailureKind, failureKinds } from './failure-kinds.ts'
import { type CheckResult, count, type Report } from './report.ts'

/** Paints text; without a terminal it stays as it is. */
export type Paint = (style: 'green' | 'red' | 'yellow' | 'dim' | 'bold', text: string) => string

/** Colours for a terminal. */
export const colours: Paint = (style, text) => styleText(style, text, { validateStream: false })

/** No colours. */
export const plain: Paint = (_, text) => text

/** Maximum number of kinds of failures, and of reasons per operation, without details. */
const MAX_KINDS = 30
const MAX_REASONS = 2

/** One line for an operation of which all checks are done. */
export function operationLine(operation: string, results: readonly CheckResult[], paint: Paint): string {
  const [passed, failed, open] = counts(results)
  const mark = failed > 0 ? paint('red', 'FAILED') : paint('green', 'ok    ')
  const requests = results.reduce((sum, result) => sum + result.requests, 0)
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [paint('red', `${failed} failed`)] : []),
    ...(open > 0 ? [paint('yellow', `${open} not covered`)] : []),
  ]
  return `${mark} ${operation.padEnd(28)} ${parts.join(', ')} ${paint('dim', `(${requests} requests)`)}`
}

/** The failures, a line per kind; the cases that could not be tried, a line per operation; and the counts. */
export function textReport(report: Report, paint: Paint = plain, details = false): string {
  const [passed, failed, open] = counts(report.results)
  const sum = `${passed} passed, ${failed} failed, ${open} not covered`
  const run = `${report.baseUrl} against ${report.contract}, ${report.requests} requests in ${report.seconds} s`
  const sections = [failures(report, paint, details), notCovered(report, paint, details), `${sum}: ${run}`]
  return `${sections.filter(section => section !== '').join('\n\n')}\n`
}

function counts(results: readonly CheckResult[]): [passed: number, failed: number, open: number] {
  return [count({ results }, 'passed'), count({ results }, 'failed'), count({ results }, 'not covered')]
}

function failures({ results }: Report, paint: Paint, details: boolean): string {
  const kinds = failureKinds(results)
  const shown = details ? kinds : kinds.slice(0, MAX_KINDS)
  const lines = shown.flatMap(kind => [
    `${paint('red', 'FAILED')} ${kindLine(kind, paint)}`,
    ...(details ? casesOf(kind, paint) : []),
  ])
  if (kinds.length > shown.length) lines.push(`and ${kinds.length - shown.length} more kinds of failures`)
  if (kinds.length > 0 && !details) lines.push(paint('dim', 'With --details: each failure with its request.'))
  return lines.join('\n')
}

function kindLine({ message, times, cases }: FailureKind, paint: Paint): string {
  const operations = firstOf(cases.map(({ operation }) => operation))
  const checks = firstOf(cases.map(({ check }) => check))
  return `${message} ${paint('dim', `(${times === 1 ? 'once' : `${times} times`}: ${operations}, ${checks})`)}`
}

function casesOf({ cases }: FailureKind, paint: Paint): string[] {
  return cases.flatMap(({ operation, check, message, request = '' }) => [
    `  ${operation}, ${check}: ${message}`,
    paint('dim', `    ${request}`),
  ])
}

function firstOf(names: readonly string[]): string {
  const [first = '', ...others] = new Set(names)
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

function notCovered({ results }: Report, paint: Paint, details: boolean): string {
  const lines = [...Map.groupBy(results, ({ operation }) => operation)].flatMap(([operation, own]) => {
    const reasons = own.flatMap(({ check, notCovered: cases }) => cases.map(reason => `${check}: ${reason}`))
    if (reasons.length === 0) return []
    if (details) return reasons.map(reason => `  ${operation}, ${reason}`)
    const rest = reasons.length > MAX_REASONS ? [`and ${reasons.length - MAX_REASONS} more`] : []
    return [`  ${operation}: ${[...reasons.slice(0, MAX_REASONS), ...rest].join('; ')}`]
  })
  return lines.length === 0 ? '' : [paint('yellow', 'Not covered'), ...lines].join('\n')
}
