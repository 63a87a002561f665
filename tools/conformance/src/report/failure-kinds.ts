import type { CheckResult, Problem } from './report.ts'

/** Failures that differ only in ids, numbers and names of parameters. */
export interface FailureKind {
  /** The sentence, with … for the differences. */
  readonly message: string
  readonly times: number
  readonly cases: readonly FailureCase[]
}

/** One message of one check of one operation. */
export interface FailureCase extends Problem {
  readonly operation: string
  readonly check: string
}

/** The failures of a run, the most frequent kind first. */
export function failureKinds(results: readonly CheckResult[]): FailureKind[] {
  const all = results.flatMap(({ operation, check, problems }) =>
    problems.map(problem => ({ operation, check, ...problem })),
  )
  const kinds = [...Map.groupBy(all, ({ message }) => kindOf(message))].map(([message, cases]) => ({
    message,
    times: cases.reduce((sum, { times }) => sum + times, 0),
    cases,
  }))
  return kinds.toSorted((one, other) => other.times - one.times)
}

/** A message without the parts that differ from case to case. */
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
