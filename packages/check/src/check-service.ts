import { contract } from './contract/document.ts'
import { type Operation, operations } from './contract/operations.ts'
import { NoAnswer, OutOfRequests, Service } from './log/service.ts'
import { type Check, checks } from './plan/checks.ts'
import { find, newRun } from './plan/find.ts'
import { Inspection, type Run, type Subject } from './plan/inspection.ts'
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
  const service = new Service(options)
  const wanted = operations.filter(({ id }) => only === undefined || only.includes(id))
  const findings = new Findings()
  let current: string | undefined
  const run = newRun(service, maxRecords, (operation, { rule, broken }) =>
    findings.of(current ?? operation, rule.check).problem(broken, rule.contract),
  )
  onProgress?.('looks for records')
  await find(run, wanted).catch((error: unknown) => {
    // The checks of the operations that it did not come to say so.
    if (!(error instanceof OutOfRequests)) throw error
  })
  const results: CheckResult[] = []
  for (const operation of wanted) {
    current = operation.id
    const own = await checkOperation(operation, run, findings, options)
    results.push(...own)
    onOperation?.(operation.id, own)
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

async function checkOperation(operation: Operation, run: Run, findings: Findings, options: CheckOptions) {
  const { checks: chosen = checkNames, failFast, onProgress } = options
  const all = checks
    .filter(({ concerns }) => concerns(operation))
    // Responses are always judged.
    .filter(({ name }, index) => index === 0 || chosen.includes(name))
    .map(check => ({ check, own: findings.of(operation.id, check.name) }))
  const done = new Set<CheckFindings>()
  for (const { check, own } of all) {
    onProgress?.(`${operation.id}: ${check.name} (${run.service.requests} requests)`)
    done.add(own)
    await runCheck(check, run.subjects.get(operation.id), run, own)
    if (failFast && all.some(each => each.own.hasFailed)) break
  }
  return all
    .filter(({ own }) => done.has(own) || own.hasFailed)
    .map(({ check, own }) => own.result(operation.id, check.name))
}

async function runCheck(
  check: Check,
  subjects: readonly Subject[] | undefined,
  run: Run,
  findings: CheckFindings,
) {
  try {
    if (!subjects) throw run.service.outOfRequests()
    for (const subject of check.everySubject ? subjects : subjects.slice(0, 1))
      await check.run(
        new Inspection(subject, run, {
          count: () => findings.count(),
          problem: found => findings.problem(found, check.contract),
          notCovered: what => findings.notCovered(what),
        }),
      )
  } catch (error) {
    if (error instanceof OutOfRequests) findings.notCovered(`${error.message}; see --max-requests`)
    else if (error instanceof NoAnswer) findings.problem({ message: error.message }, check.contract)
    else throw error
  }
}
