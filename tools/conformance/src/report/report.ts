import type { OperationCoverage } from '../model/coverage.ts'

/** What a check found wrong, once. */
export interface Problem {
  readonly message: string
  /** The request that shows it, as method and path with query. */
  readonly request?: string
  /** How often the same came up. */
  readonly times: number
}

/**
 * How a check of one operation ended. `not covered`: nothing was found wrong, but nothing or not all could be tried.
 */
export type Outcome = 'passed' | 'failed' | 'not covered'

/** The result of one check of one operation. */
export interface CheckResult {
  readonly operation: string
  readonly check: string
  readonly outcome: Outcome
  readonly problems: readonly Problem[]
  /** What could not be tried, and why. */
  readonly notCovered: readonly string[]
  /** Answers that were looked at. */
  readonly requests: number
  readonly seconds: number
}

/** The result of a whole run. */
export interface Report {
  readonly baseUrl: string
  /** The contract: its title and version. */
  readonly contract: string
  readonly results: readonly CheckResult[]
  /** The parts of the contract that the responses have shown, per operation. */
  readonly coverage: readonly OperationCoverage[]
  /** Requests sent, those to find records included. */
  readonly requests: number
  readonly seconds: number
}

/** How many results ended so. */
export function count({ results }: Report, outcome: Outcome): number {
  return results.filter(result => result.outcome === outcome).length
}
