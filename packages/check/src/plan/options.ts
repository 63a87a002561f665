import type { ServiceOptions } from '../log/service.ts'
import type { CheckResult } from '../report/report.ts'

/** The service, the checks, and the limits of the load. */
export interface CheckOptions extends ServiceOptions {
  /** Ids of the operations to check; all when absent. */
  readonly only?: readonly string[]
  /** Names of the checks to run; all when absent. Responses are always validated. */
  readonly checks?: readonly string[]
  /** Records that are read from one list; 5000 when absent. */
  readonly maxRecords?: number
  /** Runs no further check after one that failed; false when absent. */
  readonly failFast?: boolean
  /** Called when all checks of an operation are done. */
  readonly onOperation?: (operation: string, results: readonly CheckResult[]) => unknown
  /** Called with each check that starts, as a text for people. */
  readonly onProgress?: (text: string) => unknown
}
