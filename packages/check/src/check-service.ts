import { concerns } from './checks/check.ts'
import { checks } from './checks/index.ts'
import { contract } from './contract/document.ts'
import { type Operation, operations } from './contract/operations.ts'
import { Inspection, type SharedByChecks } from './inspection.ts'
import { SeenRecords } from './model/seen-records.ts'
import { CheckFindings } from './report/check-findings.ts'
import type { CheckResult, Report } from './report/report.ts'
import { find } from './search/find.ts'
import { NoAnswer, OutOfRequests, Service, type ServiceOptions } from './service/service.ts'

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
}

/** The names of all checks. */
export const checkNames: readonly string[] = checks.map(({ name }) => name)

/** The ids of the operations that can be checked. */
export const operationIds: readonly string[] = operations.map(({ id }) => id)

/**
 * Runs the contract against a service: finds records by itself, then runs every check of every operation.
 *
 * @throws CannotCheck
 */
export async function checkService(options: CheckOptions): Promise<Report> {
  const { baseUrl, only, checks: chosen = checkNames, maxRecords = 5000, failFast = false } = options
  const started = performance.now()
  const service = new Service(options)
  const wanted = operations.filter(({ id }) => only === undefined || only.includes(id))
  const seen = new SeenRecords()
  const found = await find(service, wanted, maxRecords, seen)
  const shared = { found, service, seen, maxRecords }
  const results: CheckResult[] = []
  for (const operation of wanted) {
    const own = await checkOperation(operation, shared, chosen, failFast)
    results.push(...own)
    options.onOperation?.(operation.id, own)
    if (failFast && own.some(({ outcome }) => outcome === 'failed')) break
  }
  return {
    baseUrl,
    contract: `${contract.info.title} ${contract.info.version}`,
    results,
    requests: service.requests,
    seconds: Math.round(performance.now() - started) / 1000,
  }
}

async function checkOperation(
  operation: Operation,
  shared: SharedByChecks,
  chosen: readonly string[],
  failFast: boolean,
): Promise<CheckResult[]> {
  const all: CheckFindings[] = []
  const subjects = shared.found.subjects.get(operation.id) ?? []
  const due = checks.filter(check => concerns(check, operation))
  for (const check of due.filter(({ name }, index) => index === 0 || chosen.includes(name))) {
    const findings = new CheckFindings({ operation: operation.id, check: check.name })
    all.push(findings)
    try {
      // Problems of the responses count for the first check.
      for (const subject of check.everySubject ? subjects : subjects.slice(0, 1))
        await check.run(new Inspection(subject, shared, all[0] ?? findings, findings))
    } catch (error) {
      if (error instanceof OutOfRequests) findings.notCovered(`${error.message}; see --max-requests`)
      else if (error instanceof NoAnswer) findings.problem(error.message)
      else throw error
    }
    if (failFast && all.some(({ hasFailed }) => hasFailed)) break
  }
  return all.map(findings => findings.result())
}
