import { breachesOf } from './contract/breaches.ts'
import type { Operation } from './contract/operations.ts'
import { parameterOf } from './contract/operations.ts'
import type { Json } from './json.ts'
import { mismatch, refusalMismatch } from './model/compare.ts'
import type { Coverage } from './model/coverage.ts'
import type { KnownList } from './model/expected.ts'
import type { SeenRecords } from './model/seen-records.ts'
import type { CheckFindings } from './report/check-findings.ts'
import type { Found } from './search/find.ts'
import type { Values } from './search/values.ts'
import { walk } from './search/walk.ts'
import { type Exchange, type Params, targetOf } from './service/exchange.ts'
import { limiter } from './service/limiter.ts'
import type { RequestOptions, Service } from './service/service.ts'

/** What was found for an operation before its checks. */
export interface Subject {
  readonly operation: Operation
  /** The required parameters with values that find records; a valid id that may find nothing when none did. */
  readonly required: Params
  /** The list, for operations with pages. */
  readonly list?: KnownList
}

/** What all checks of a run share. */
export interface SharedByChecks {
  readonly found: Found
  readonly service: Service
  readonly seen: SeenRecords
  readonly coverage: Coverage
  readonly maxRecords: number
  readonly failFast: boolean
  /** Whether a problem was found. */
  failed?: boolean
}

/** Ends a check after its first problem. */
export class FailedFast extends Error {
  override readonly name = 'FailedFast'
}

/** How a request differs from a plain one. */
export interface RequestDetails extends RequestOptions {
  /** Added to the query as it is. */
  readonly query?: string
  /** Added to the path. */
  readonly beyond?: string
  /** Asks this operation in place of the inspected one. */
  readonly of?: Operation
  /** A status from 500 on that the request must provoke. */
  readonly expectedStatus?: number
}

/** Maximum number of retries when the list changed during a check. */
const MAX_ATTEMPTS = 5

/** Cases tried at a time; requests have a limit of their own. */
const AT_A_TIME = 4

/** One check looking at one operation. */
export class Inspection {
  readonly operation: Operation
  readonly required: Params
  readonly values: Values
  /** One row's cursor of each other list that has records. */
  readonly cursors: ReadonlyMap<string, string>
  readonly coverage: Coverage
  readonly #shared: SharedByChecks
  readonly #responses: CheckFindings
  readonly #findings: CheckFindings
  #list: KnownList | undefined

  constructor(
    subject: Subject,
    shared: SharedByChecks,
    findings: { readonly responses: CheckFindings; readonly check: CheckFindings },
  ) {
    this.operation = subject.operation
    this.required = subject.required
    this.#list = subject.list
    this.values = shared.found.values
    this.cursors = shared.found.cursors
    this.coverage = shared.coverage
    this.#shared = shared
    this.#responses = findings.responses
    this.#findings = findings.check
  }

  /** The latest state of the list; only for operations with pages. */
  get list(): KnownList {
    if (!this.#list) throw new Error(`${this.operation.id} has no list`)
    return this.#list
  }

  /** The records of another list, as they were found. */
  listed(operation: string): readonly Json[] {
    const lists = this.#shared.found.subjects.get(operation) ?? []
    return lists.flatMap(({ list }) => list?.all.edges.map(({ node }) => node) ?? [])
  }

  /** Sends a request to the operation, or to another one. Every response is validated against the contract. */
  async ask(params: Params, more: RequestDetails = {}): Promise<Exchange> {
    const { of = this.operation, query, beyond = '', expectedStatus, ...options } = more
    if (this.#shared.failFast && this.#shared.failed) throw new FailedFast('a problem was found')
    const [path = '', rest] = targetOf(of, params, query).split('?')
    const target = path + beyond + (rest === undefined ? '' : `?${rest}`)
    const onBusy = (busy: Exchange) => this.#validate(of, params, busy, busy.status)
    const exchange = await this.#shared.service.ask(target, { ...options, onBusy })
    this.#findings.requests += 1
    this.#validate(of, params, exchange, expectedStatus)
    return exchange
  }

  #validate(of: Operation, params: Params, exchange: Exchange, expectedStatus?: number): void {
    const breaches = breachesOf(of, exchange, expectedStatus)
    // What breaks its schema cannot be compared.
    const wrong = breaches.length > 0 ? breaches : this.#shared.seen.note(of, params, exchange)
    for (const message of wrong) this.#report(this.#responses, message, exchange)
  }

  problem(message: string, exchange?: Exchange): void {
    this.#report(this.#findings, message, exchange)
  }

  /** Sends a request that must get a 400 with these parameter names. */
  async expectRefusal(
    what: string,
    names: readonly string[],
    params: Params,
    more?: RequestDetails,
  ): Promise<void> {
    const exchange = await this.ask(params, more)
    const wrong = refusalMismatch(names, exchange)
    if (wrong !== undefined) this.problem(`${what}: ${wrong}`, exchange)
  }

  /** Whether a response has a status. Another one is a problem. */
  expectStatus(status: number, exchange: Exchange, what: string): boolean {
    if (exchange.status === status) return true
    this.problem(`${what} must get ${status}, got ${exchange.status}`, exchange)
    return false
  }

  notCovered(what: string): void {
    this.#findings.notCovered(what)
  }

  /** Asks for a page and holds it against the records of the list, again when the list moved in between. */
  async compare(params: Params): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const list = this.list
      const exchange = await this.ask(params)
      const wrong = mismatch(list, params, exchange)
      if (wrong === undefined) return
      if (!(await this.movedSince(list))) {
        return this.problem(`${describe(params, this.required)}: ${wrong}`, exchange)
      }
    }
    this.notCovered('the list moved each time that an answer did not fit')
  }

  /** Walks the list anew, and says whether its records are others than they were. */
  async movedSince(list: KnownList): Promise<boolean> {
    await this.refresh()
    const records = ({ all }: KnownList) => JSON.stringify(all.edges.map(({ node }) => node))
    return records(list) !== records(this.list)
  }

  /** Walks the list anew. */
  async refresh(): Promise<void> {
    const { operation, list, required } = this
    const ask = (_: Operation, params: Params) => this.ask(params)
    const params = { ...required, ...list.meaning.widest }
    const all = await walk(ask, operation, { params, size: 1000, most: this.#shared.maxRecords })
    this.#list = { ...list, all }
  }

  /** Runs for each, a few at a time, so that the time between a read of the list and the response is short. */
  async each<T>(items: Iterable<T>, run: (item: T) => Promise<void>): Promise<void> {
    const inTurn = limiter(AT_A_TIME)
    await Promise.all([...items].map(item => inTurn(() => run(item))))
  }

  #report(findings: CheckFindings, message: string, exchange?: Exchange): void {
    findings.problem(message, exchange)
    this.#shared.failed = true
    if (this.#shared.failFast) throw new FailedFast(message)
  }

  /** The parameters in the query, the required ones left out. */
  get optional() {
    return this.operation.parameters.filter(parameter => !parameter.required)
  }

  parameter(name: string) {
    return parameterOf(this.operation, name)
  }
}

/** The names of the parameters that make a request special. */
function describe(params: Params, required: Params): string {
  const names = Object.keys(params).filter(name => !(name in required))
  return names.length === 0 ? 'without parameters' : names.join(' with ')
}
