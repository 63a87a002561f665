import { breachesOf } from './contract/breaches.ts'
import type { Operation, Parameter } from './contract/operations.ts'
import { meaningOf } from './meaning/lists.ts'
import { mismatch, refusalMismatch } from './model/compare.ts'
import type { KnownList } from './model/expected.ts'
import type { SeenRecords } from './model/seen-records.ts'
import type { CheckFindings } from './report/check-findings.ts'
import type { Found, Subject } from './search/find.ts'
import { type Walk, type Walked, walk } from './search/walk.ts'
import { type Exchange, type Params, targetOf } from './service/exchange.ts'
import type { RequestOptions, Service } from './service/service.ts'

export interface SharedByChecks {
  readonly found: Found
  readonly service: Service
  readonly seen: SeenRecords
  readonly maxRecords: number
}

/** The differences of a request from a plain one. */
export interface RequestDetails extends RequestOptions {
  /** Added to the query as it is. */
  readonly query?: string
  /** Added to the path. */
  readonly pathSuffix?: string
  /** Asks this operation in place of the inspected one. */
  readonly operation?: Operation
}

/** A problem that a change of the network may explain. */
export interface Suspicion {
  readonly message: string
  readonly exchange?: Exchange
  /** Returns true if the responses before have changed since, so that they prove nothing. */
  readonly hasMoved: () => Promise<boolean>
}

const MIN_HEIGHT = 'X-Min-Block-Height'

/** Maximum number of attempts while the network changes. */
const MAX_ATTEMPTS = 5

/** One check looking at one operation. */
export class Inspection {
  readonly operation: Operation
  readonly required: Params
  readonly found: Found
  readonly seen: SeenRecords
  readonly #shared: SharedByChecks
  readonly #responses: CheckFindings
  readonly #findings: CheckFindings
  #list: KnownList | undefined
  /** The block that responses must have reached, once two of them may have been of different blocks. */
  #atLeast: string | undefined

  constructor(subject: Subject, shared: SharedByChecks, responses: CheckFindings, findings: CheckFindings) {
    const { operation, required, all } = subject
    this.operation = operation
    this.required = required
    this.found = shared.found
    this.seen = shared.seen
    this.#list = all && { operation, meaning: meaningOf(operation), facts: this.found, all }
    this.#shared = shared
    this.#responses = responses
    this.#findings = findings
  }

  /** The latest state of the list; only for operations with pages. */
  get list(): KnownList {
    if (!this.#list) throw new Error(`${this.operation.id} has no list`)
    return this.#list
  }

  /** Parameters under which every record of the list is listed. */
  get widest(): Params {
    return { ...this.required, ...this.list.meaning.widest }
  }

  get optional(): readonly Parameter[] {
    return this.operation.parameters.filter(parameter => !parameter.required)
  }

  /** Sends a request to the operation, or to another one. Every response is validated against the contract. */
  async ask(params: Params, more: RequestDetails = {}): Promise<Exchange> {
    const { operation = this.operation, query, pathSuffix = '', ...options } = more
    const target = targetOf({ ...operation, path: operation.path + pathSuffix }, params, query)
    const onBusy = (busy: Exchange) => this.#validate(operation, params, busy, busy.status)
    const headers =
      this.#atLeast === undefined ? options.headers : { [MIN_HEIGHT]: this.#atLeast, ...options.headers }
    const exchange = await this.#shared.service.ask(target, { ...options, headers, onBusy })
    this.#findings.requests += 1
    this.#validate(operation, params, exchange, options.expectedStatus)
    return exchange
  }

  #validate(operation: Operation, params: Params, exchange: Exchange, expectedStatus?: number): void {
    const breaches = breachesOf(operation, exchange, expectedStatus)
    // Records that break their schema cannot be compared.
    const wrong = breaches.length > 0 ? breaches : this.seen.note(operation, params, exchange)
    for (const message of wrong) this.#responses.problem(message, exchange)
  }

  problem(message: string, exchange?: Exchange): void {
    this.#findings.problem(message, exchange)
  }

  /** Sends a request that must get a 400 with these parameter names. */
  async expectRefusal(what: string, names: readonly string[], params: Params, more?: RequestDetails) {
    const exchange = await this.ask(params, more)
    const wrong = refusalMismatch(names, exchange)
    if (wrong !== undefined) this.problem(`${what}: ${wrong}`, exchange)
  }

  /** Returns true if a response has the status. Another one is a problem. */
  expectStatus(status: number, exchange: Exchange, what: string): boolean {
    if (exchange.status === status) return true
    this.problem(`${what} must get ${status}, got ${exchange.status}`, exchange)
    return false
  }

  notCovered(what: string): undefined {
    this.#findings.notCovered(what)
  }

  /**
   * Repeats an attempt while the network changes, and reports its problem if the network stands still. Behind a cache or
   * a balancer, responses may be of different blocks: then the attempt is repeated at the highest block that was seen.
   */
  async whileMoving(attempt: () => Promise<Suspicion | undefined>): Promise<void> {
    for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
      const found = await attempt()
      if (found === undefined) return
      const wasAt = this.#atLeast
      this.#atLeast = String(this.seen.blocks.highest)
      const hasMoved = await found.hasMoved()
      if (!hasMoved && wasAt === this.#atLeast) return this.problem(found.message, found.exchange)
    }
    this.notCovered('the network changed during each attempt')
  }

  /** Compares with a plain response, again while that one changes. */
  async besidePlain(
    params: Params,
    compare: (plain: Exchange) => Promise<Omit<Suspicion, 'hasMoved'> | undefined>,
  ): Promise<void> {
    await this.whileMoving(async () => {
      const plain = await this.ask(params)
      const found = await compare(plain)
      return found && { ...found, hasMoved: async () => (await this.ask(params)).text !== plain.text }
    })
  }

  async compare(params: Params): Promise<void> {
    await this.whileMoving(async () => {
      const { list } = this
      const exchange = await this.ask(params)
      const wrong = mismatch(list, params, exchange)
      if (wrong === undefined) return undefined
      const names = Object.keys(params).filter(name => !(name in this.required))
      const message = `${names.join(' with ') || 'without parameters'}: ${wrong}`
      return { message, exchange, hasMoved: () => this.movedSince(list) }
    })
  }

  /** Walks the list anew. Returns true if its records differ from the earlier ones. */
  async movedSince(list: KnownList): Promise<boolean> {
    await this.refresh()
    const records = ({ all }: KnownList) => JSON.stringify(all.edges.map(({ node }) => node))
    return records(list) !== records(this.list)
  }

  async refresh(): Promise<void> {
    const { list, widest: params } = this
    this.#list = { ...list, all: await this.walk({ params, size: 1000, most: this.#shared.maxRecords }) }
  }

  walk(options: Walk): Promise<Walked> {
    return walk(params => this.ask(params), this.operation, options)
  }

  async each<T>(items: Iterable<T>, run: (item: T) => Promise<void>): Promise<void> {
    await this.#shared.service.each(items, run)
  }
}
