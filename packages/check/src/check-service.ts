import { contract } from './contract/document.ts'
import { type Operation, operations } from './contract/operations.ts'
import type { Exchange } from './log/exchange.ts'
import { NoAnswer, OutOfRequests, Service, type ServiceOptions } from './log/service.ts'
import { type Check, checks, concerns } from './plan/checks.ts'
import { find } from './plan/find.ts'
import { Inspection, type Run, type Subject } from './plan/inspection.ts'
import { Store } from './records/store.ts'
import { CheckFindings } from './report/check-findings.ts'
import type { CheckResult, Report } from './report/report.ts'
import { rules } from './rules/index.ts'
import type { Broken, Rule } from './rules/rule.ts'

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

/** The names of all checks. */
export const checkNames: readonly string[] = checks.map(({ name }) => name)

/** The ids of the operations that can be checked. */
export const operationIds: readonly string[] = operations.map(({ id }) => id)

/** A finding of a rule, with its rule. */
interface Found {
  readonly rule: Rule
  readonly broken: Broken
}

/** What a rule found before the checks of its operation, by operation; then it goes to them at once. */
class Judge {
  readonly #rules = rules.map(rule => ({ rule, judge: rule.start() }))
  readonly #early = new Map<string, Found[]>()
  #listener: ((found: Found) => void) | undefined

  note(exchange: Exchange): void {
    if (exchange.status === 0) return
    const { id } = exchange.request.operation
    for (const { rule, judge } of this.#rules) {
      for (const broken of judge(exchange)) {
        const found = { rule, broken: { exchange, ...broken } }
        if (this.#listener) this.#listener(found)
        else this.#early.set(id, [...(this.#early.get(id) ?? []), found])
      }
    }
  }

  /** Sends what was found about an operation, and all that follows, to a listener. */
  listen(operation: Operation, listener: (found: Found) => void): void {
    for (const found of this.#early.get(operation.id) ?? []) listener(found)
    this.#listener = listener
  }
}

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
  const store = new Store()
  const judge = new Judge()
  service.listeners.push(exchange => store.note(exchange))
  service.listeners.push(exchange => judge.note(exchange))
  onProgress?.('looks for records')
  const subjects = await find(service, store, wanted, maxRecords)
  const run = { service, store, subjects, maxRecords }
  const results: CheckResult[] = []
  for (const operation of wanted) {
    const own = await checkOperation(operation, run, judge, options)
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

async function checkOperation(operation: Operation, run: Run, judge: Judge, options: CheckOptions) {
  const { checks: chosen = checkNames, failFast, onProgress } = options
  const subjects = run.subjects.get(operation.id) ?? [{ operation, required: {} }]
  const due = checks.filter(check => concerns(check, operation))
  const all = due
    .filter(({ name }, index) => index === 0 || chosen.includes(name))
    .map(check => ({ check, findings: new CheckFindings({ operation: operation.id, check: check.name }) }))
  judge.listen(operation, ({ rule, broken }) => {
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

async function runCheck(check: Check, subjects: readonly Subject[], run: Run, findings: CheckFindings) {
  try {
    for (const subject of check.everySubject ? subjects : subjects.slice(0, 1))
      await check.run(new Inspection(subject, run, findings))
  } catch (error) {
    if (error instanceof OutOfRequests) findings.notCovered(`${error.message}; see --max-requests`)
    else if (error instanceof NoAnswer) findings.problem({ message: error.message })
    else throw error
  }
}
