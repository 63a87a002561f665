import { contract } from './contract/document.ts'
import { type Operation, operations } from './contract/operations.ts'
import { NoAnswer, OutOfRequests, Service } from './log/service.ts'
import { type Check, checks, coverage } from './plan/checks.ts'
import { find, startRun } from './plan/find.ts'
import { Inspection, type Run } from './plan/inspection.ts'
import type { CheckOptions } from './plan/options.ts'
import { type CheckFindings, Findings } from './report/check-findings.ts'
import type { CheckResult, Report } from './report/report.ts'

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
  const { baseUrl, only, maxRecords = 5000, onProgress, onOperation, failFast } = options
  const started = performance.now()
  const wanted = operations.filter(({ id }) => only === undefined || only.includes(id))
  const findings = new Findings()
  let current: Operation | undefined
  const run = startRun(new Service(options), maxRecords, (operation, { rule, broken }) =>
    findings.of(current ?? operation, rule.check).problem(broken, rule.contract),
  )
  onProgress?.('looks for records')
  await find(run, wanted).catch((error: unknown) => {
    // The checks of the operations that it did not come to say so.
    if (!(error instanceof OutOfRequests)) throw error
  })
  const results: CheckResult[] = []
  for (const operation of wanted) {
    current = operation
    const own = await checkOperation(operation, run, findings, options)
    results.push(...own)
    onOperation?.(operation.id, own)
    if (failFast && own.some(({ outcome }) => outcome === 'failed')) break
  }
  return {
    baseUrl,
    contract: `${contract.info.title} ${contract.info.version}`,
    results,
    requests: run.service.requests,
    seconds: Math.round(performance.now() - started) / 1000,
  }
}

async function checkOperation(operation: Operation, run: Run, findings: Findings, options: CheckOptions) {
  const { checks: chosen = checkNames, failFast, onProgress } = options
  // Responses are always judged.
  const own = checks
    .filter(({ concerns }) => concerns(operation))
    .filter(({ name }, index) => index === 0 || chosen.includes(name))
    .map(check => ({ check, found: findings.of(operation, check.name), isDone: false }))
  for (const each of own) {
    onProgress?.(`${operation.id}: ${each.check.name} (${run.service.requests} requests)`)
    each.isDone = true
    await runCheck(each.check, operation, run, each.found)
    if (failFast && own.some(({ found }) => found.hasFailed)) break
  }
  return own
    .filter(({ check, found, isDone }) => (isDone && (found.isAny || check === coverage)) || found.hasFailed)
    .map(({ check, found }) => found.result(operation.id, check.name))
}

async function runCheck(check: Check, { id }: Operation, run: Run, found: CheckFindings): Promise<void> {
  const subjects = run.subjects.get(id)
  try {
    if (!subjects) throw run.service.outOfRequests()
    for (const subject of check.everySubject ? subjects : subjects.slice(0, 1))
      await check.run(new Inspection(subject, run, found))
  } catch (error) {
    if (error instanceof OutOfRequests) found.notCovered.add(`${error.message}; see --max-requests`)
    else if (error instanceof NoAnswer) found.problem({ message: error.message }, '/paths/*/get/responses')
    else throw error
  }
}
