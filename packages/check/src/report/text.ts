import { styleText } from 'node:util'
import type { Compared } from '../against.ts'
import { type CheckResult, count, type Problem, type Report } from './report.ts'

/** Maximum number of kinds of failures, and of reasons per operation, without details. */
const MAX_KINDS = 30
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
 * The failures, a line per kind; the cases that could not be tried, a line per operation; and the counts. It has colours
 * if standard output shows them.
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

type Failure = Problem & Pick<CheckResult, 'operation' | 'check'>

function failures({ results }: Report, details: boolean): string {
  const all = results.flatMap(({ operation, check, problems }) =>
    problems.map((problem): Failure => ({ operation, check, ...problem })),
  )
  const kinds = [...Map.groupBy(all, ({ message }) => kindOf(message))]
  const lines = kinds
    .map(([kind, cases]) => ({ kind, cases, times: cases.reduce((sum, { times }) => sum + times, 0) }))
    .toSorted((first, second) => second.times - first.times)
    .slice(0, details ? undefined : MAX_KINDS)
    .flatMap(({ kind, cases, times }) => {
      const places = [cases.map(({ operation }) => operation), cases.map(({ check }) => check)].map(firstOf)
      const counted = times === 1 ? 'once' : `${times} times`
      const line = `${styleText('red', 'FAILED')} ${kind} (${counted}: ${places.join(', ')})`
      return details ? [line, ...cases.map(caseOf)] : [line]
    })
  if (!details && kinds.length > MAX_KINDS)
    lines.push(`and ${kinds.length - MAX_KINDS} more kinds of failures`)
  if (!details && kinds.length > 0) lines.push('With --details: each failure with its request.')
  return lines.join('\n')
}

/** A message without the ids, numbers and names of parameters, in which failures of one kind differ. */
function kindOf(message: string): string {
  // Most messages of requests begin with the parameters that were given.
  const sentence = message.slice(message.lastIndexOf(': must ') + 1).trim()
  return sentence
    .replaceAll(/"[^"]*"/g, '…')
    .replaceAll(/\b[0-9a-f]{12,}\b/gi, '…')
    .replaceAll(/\b(?!\d{3}\b)\d+\b/g, '…')
    .replaceAll(/(?<=must (?:not )?list ).*?(?= among|$)/g, '…')
    .replaceAll(/(… ?){2,}/g, '… ')
    .trim()
}

function caseOf({ operation, check, message, request = '' }: Failure): string {
  return `  ${operation}, ${check}: ${message}\n    ${request}`
}

function firstOf(names: readonly string[]): string {
  const [first = '', ...others] = new Set(names)
  return others.length === 0 ? first : `${first} and ${others.length} more`
}

function notCovered({ results }: Report, details: boolean): string {
  const lines = [...Map.groupBy(results, ({ operation }) => operation)].flatMap(([operation, own]) => {
    const reasons = own.flatMap(({ check, notCovered: cases }) => cases.map(reason => `${check}: ${reason}`))
    if (reasons.length === 0) return []
    if (details) return reasons.map(reason => `  ${operation}, ${reason}`)
    const rest = reasons.length > MAX_REASONS ? [`and ${reasons.length - MAX_REASONS} more`] : []
    return [`  ${operation}: ${[...reasons.slice(0, MAX_REASONS), ...rest].join('; ')}`]
  })
  return lines.length === 0 ? '' : [styleText('yellow', 'Not covered'), ...lines].join('\n')
}
