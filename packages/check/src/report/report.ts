/** A problem that a check found. */
export interface Problem {
  readonly message: string
  /** The request that shows it, as method and path with query. */
  readonly request?: string
  /** Commands that send this request again, and an earlier one that it contradicts. */
  readonly curl?: readonly string[]
  /** Where the contract says so, as a JSON pointer. */
  readonly contract?: string
  /** Number of times that it came up. */
  readonly times: number
}

/** The end of a check of one operation. `not covered`: no problem was found, but nothing or not all could be tried. */
export type Outcome = 'passed' | 'failed' | 'not covered'

/** The result of one check of one operation. */
export interface CheckResult {
  readonly operation: string
  readonly check: string
  readonly outcome: Outcome
  readonly problems: readonly Problem[]
  /** Cases that could not be tried, with the reason. */
  readonly notCovered: readonly string[]
  /** Requests sent. */
  readonly requests: number
}

/** The result of a whole run. */
export interface Report {
  readonly baseUrl: string
  /** The contract: its title and version. */
  readonly contract: string
  readonly results: readonly CheckResult[]
  /** Requests sent, those to find records included. */
  readonly requests: number
  readonly seconds: number
}

/** Number of results with this outcome. */
export function count({ results }: Pick<Report, 'results'>, outcome: Outcome): number {
  return results.filter(result => result.outcome === outcome).length
}

/** One operation in two services. */
export interface Compared {
  readonly operation: string
  /** Number of equal records. */
  readonly records: number
  /** True if `maxRecords` ended the comparison. */
  readonly isCut: boolean
  /** The first difference, with its request; absent if there is none. */
  readonly difference?: string
}
