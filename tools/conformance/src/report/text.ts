import { styleText } from 'node:util'
import type { Seen } from '../model/coverage.ts'
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

/** What failed, a line per kind; what could not be covered, a line per operation; what was seen; and the counts. */
export function textReport(report: Report, paint: Paint = plain, details = false): string {
  const sections = [failures(report, paint, details), notCovered(report, paint, details)]
  const counts = `${count(report, 'passed')} passed, ${count(report, 'failed')} failed, ${count(report, 'not covered')} not covered`
  const closing = `${counts}: ${report.baseUrl} against ${report.contract}, ${report.requests} requests in ${report.seconds} s`
  const all = [...sections, [coverage(report, details), closing].filter(text => text !== '').join('\n')]
  return `${all.filter(section => section !== '').join('\n\n')}\n`
}

function failures(report: Report, paint: Paint, details: boolean): string {
  const kinds = failureKinds(report.results)
  const shown = kinds.slice(0, details ? kinds.length : MAX_KINDS)
  const lines = shown.flatMap(kind => [
    `${paint('red', 'FAILED')} ${kindLine(kind, paint)}`,
    ...(details
      ? kind.cases.flatMap(one => [`  ${one.where}: ${one.message}`, paint('dim', `    ${one.request}`)])
      : []),
  ])
  const more = kinds.length - shown.length
  return [
    ...lines,
    ...(more > 0 ? [`and ${more} more kinds of failures`] : []),
    ...(kinds.length > 0 && !details ? [paint('dim', 'With --details: each failure with its request.')] : []),
  ].join('\n')
}

function kindLine({ message, times, checks, operations }: FailureKind, paint: Paint): string {
  const where = `${firstOf(operations)}, ${firstOf(checks)}`
  return `${message} ${paint('dim', `(${times === 1 ? 'once' : `${times} times`}: ${where})`)}`
}

function firstOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

function notCovered({ results }: Report, paint: Paint, details: boolean): string {
  const operations = [...new Set(results.map(({ operation }) => operation))]
  const lines = operations.flatMap(operation => {
    const own = results.filter(result => result.operation === operation)
    const reasons = [
      ...new Set(own.flatMap(({ check, notCovered: what }) => what.map(one => `${check}: ${one}`))),
    ]
    if (reasons.length === 0) return []
    if (details) return reasons.map(reason => `  ${operation}, ${reason}`)
    const more = reasons.length - MAX_REASONS
    const rest = more > 0 ? [`and ${more} more`] : []
    return [`  ${operation}: ${[...reasons.slice(0, MAX_REASONS), ...rest].join('; ')}`]
  })
  return lines.length === 0 ? '' : [paint('yellow', 'Not covered'), ...lines].join('\n')
}

const SEEN = {
  fields: 'fields',
  enumValues: 'enum values',
  headers: 'headers',
  combinations: 'effects of parameters in pairs and triples',
} as const

function coverage(report: Report, details: boolean): string {
  const names = Object.keys(SEEN) as (keyof typeof SEEN)[]
  const sum = (name: keyof typeof SEEN, part: keyof Omit<Seen, 'missing'>) =>
    report.coverage.reduce((total, one) => total + one[name][part], 0)
  const parts = names
    .filter(name => sum(name, 'of') > 0)
    .map(name => `${sum(name, 'seen')} of ${sum(name, 'of')} ${SEEN[name]}`)
  const lines = details
    ? report.coverage.flatMap(one =>
        names
          .filter(name => one[name].missing.length > 0)
          .map(name => `  ${one.operation}, ${SEEN[name]} never seen: ${one[name].missing.join(', ')}`),
      )
    : []
  return parts.length === 0 ? '' : [`Seen: ${parts.join(', ')}`, ...lines].join('\n')
}
