import { contract } from './contract/document.ts'
import { type Operation, operations } from './contract/operations.ts'
import { NoAnswer, OutOfRequests, Service } from './log/service.ts'
import { type Check, checks } from './plan/checks.ts'
import { find, newRun } from './plan/find.ts'
import { Inspection, type Run, type Subject } from './plan/inspection.ts'
import type { CheckOptions } from './plan/options.ts'
import { CheckFindings } from './report/check-findings.ts'
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
  const { baseUrl, only, maxRecords = 5000, onProgress, onOperation } = options
  const started = performance.now()
  const service = new Service(options)
  const wanted = operations.filter(({ id }) => only === undefined || only.includes(id))
  onProgress?.('looks for records')
  const run = newRun(service, maxRecords)
  await find(run, wanted).catch((error: unknown) => {
    // The checks of the operations that it did not come to say so.
    if (!(error instanceof OutOfRequests)) throw error
  })
  const results: CheckResult[] = []
  for (const operation of wanted) {
    const own = await checkOperation(operation, run, options)
    results.push(...own)
    onOperation?.(operation.id, own)
    if (options.failFast && own.some(({ outcome }) => outcome === 'failed')) break
  }
  return {
    baseUrl,
    contract: `${contract.info.title} ${contract.info.version}`,
    results,
    requests: service.requests,
    seconds: Math.round(performance.now() - started) / 1000,
  }
}

async function checkOperation(operation: Operation, run: Run, options: CheckOptions) {
  const { checks: chosen = checkNames, failFast, onProgress } = options
  const subjects = run.subjects.get(operation.id)
  const due = checks.filter(({ concerns }) => concerns(operation))
  const all = due
    .filter(({ name }, index) => index === 0 || chosen.includes(name))
    .map(check => ({ check, findings: new CheckFindings(operation.id, check) }))
  run.judge.listen(operation.id, ({ rule, broken }) => {
    const own = all.find(({ check }) => check.name === (rule.check ?? 'responses'))
    own?.findings.problem(broken, rule.contract)
  })
  const done: CheckFindings[] = []
  for (const { check, findings } of all) {
    onProgress?.(`${operation.id}: ${check.name} (${run.service.requests} requests)`)
    done.push(findings)
    await runCheck(check, subjects, run, findings)
    if (failFast && all.some(each => each.findings.hasFailed)) break
  }
  return all
    .filter(({ findings }) => done.includes(findings) || findings.hasFailed)
    .map(({ findings }) => findings.result())
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
      await check.run(new Inspection(subject, run, findings))
  } catch (error) {
    if (error instanceof OutOfRequests) findings.notCovered(`${error.message}; see --max-requests`)
    else if (error instanceof NoAnswer) findings.problem({ message: error.message })
    else throw error
  }
}
