import { concerns } from './checks/check.ts'
import { checks } from './checks/index.ts'
import { contract } from './contract/document.ts'
import { type Operation, operations } from './contract/operations.ts'
import { type Found, find } from './findings/find.ts'
import { Inspection, type Subject } from './inspection.ts'
import { Findings } from './report/findings.ts'
import type { CheckResult, Report } from './report/report.ts'
import { NoAnswer, OutOfRequests, Service, type ServiceOptions } from './service/service.ts'

/** What to check, and how gently. */
export interface CheckOptions extends Pick<ServiceOptions, 'baseUrl' | 'fetch' | 'headers'> {
  /** Ids of the operations to check; all when absent. */
  readonly only?: readonly string[]
  /** Names of the checks to run; all when absent. Responses are always validated. */
  readonly checks?: readonly string[]
  /** Timeout of one request in milliseconds; 10 000 when absent. */
  readonly timeout?: number
  /** Requests under way at a time; 4 when absent. */
  readonly concurrency?: number
  /** Requests in all; 20 000 when absent. */
  readonly maxRequests?: number
  /** Records of one list that are looked at; 5000 when absent. */
  readonly maxRecords?: number
  /** Told whenever a check begins. */
  readonly onCheck?: (operation: string, check: string) => void
  /** Told whenever all checks of an operation are done. */
  readonly onOperation?: (operation: string, results: readonly CheckResult[]) => void
}

/** No check could run: the service is unreachable, or the search for records failed. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck'
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
  const {
    baseUrl,
    only,
    timeout = 10_000,
    concurrency = 4,
    maxRequests = 20_000,
    maxRecords = 5000,
  } = options
  const started = performance.now()
  const service = new Service({ ...options, timeout, concurrency, maxRequests })
  const wanted = operations.filter(({ id }) => only === undefined || only.includes(id))
  options.onCheck?.('', 'looking for records')
  const found = await find(service, wanted, maxRecords).catch((error: unknown) => {
    throw expected(error) ? new CannotCheck((error as Error).message, { cause: error }) : error
  })
  const results: CheckResult[] = []
  for (const operation of wanted) {
    const own = await checkOperation(operation, found, service, { ...options, maxRecords })
    results.push(...own)
    options.onOperation?.(operation.id, own)
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
  found: Found,
  service: Service,
  { onCheck, maxRecords = 0, checks: chosen = checkNames }: CheckOptions,
): Promise<CheckResult[]> {
  const subject = found.subjects.get(operation.id) as Subject
  const all: Findings[] = []
  const due = checks.filter(check => concerns(check, operation))
  for (const check of due.filter(({ name }, index) => index === 0 || chosen.includes(name))) {
    onCheck?.(operation.id, check.name)
    const findings = new Findings(operation.id, check.name)
    all.push(findings)
    const started = performance.now()
    // Problems of the responses count for the first check.
    const inspection = new Inspection(
      subject,
      found,
      service,
      { answers: all[0] ?? findings, check: findings },
      maxRecords,
    )
    try {
      await check.run(inspection)
    } catch (error) {
      if (error instanceof OutOfRequests) findings.notCovered(`${error.message}; see --max-requests`)
      else if (error instanceof NoAnswer) findings.problem(error.message)
      else throw error
    }
    findings.took(performance.now() - started)
  }
  return all.map(findings => findings.result())
}

function expected(error: unknown): boolean {
  return error instanceof OutOfRequests || error instanceof NoAnswer
}
