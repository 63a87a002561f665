import type { CheckResult } from './report.ts'

/** Failures that say the same, apart from ids, numbers and names of parameters. */
export interface FailureKind {
  /** The sentence, with … for what differs. */
  readonly message: string
  readonly times: number
  readonly checks: readonly string[]
  readonly operations: readonly string[]
  readonly cases: readonly FailureCase[]
}

/** One message of one check of one operation. */
export interface FailureCase {
  readonly where: string
  readonly message: string
  readonly request: string
}

/** The failures of a run, the most frequent kind first. */
export function failureKinds(results: readonly CheckResult[]): FailureKind[] {
  const kinds = new Map<string, CheckResult[]>()
  for (const result of results) {
    for (const { message } of result.problems) {
      const kind = kindOf(message)
      kinds.set(kind, [...(kinds.get(kind) ?? []), result])
    }
  }
  return [...kinds]
    .map(([message, found]) => kindFrom(message, [...new Set(found)]))
    .toSorted((one, other) => other.times - one.times)
}

function kindFrom(message: string, results: readonly CheckResult[]): FailureKind {
  const problems = results.flatMap(({ operation, check, problems }) =>
    problems
      .filter(problem => kindOf(problem.message) === message)
      .map(problem => ({ ...problem, where: `${operation}, ${check}` })),
  )
  return {
    message,
    times: problems.reduce((sum, { times }) => sum + times, 0),
    checks: [...new Set(results.map(({ check }) => check))],
    operations: [...new Set(results.map(({ operation }) => operation))],
    cases: problems.map(({ where, message, request = '' }) => ({ where, message, request })),
  }
}

/** A message without what differs from case to case. */
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
