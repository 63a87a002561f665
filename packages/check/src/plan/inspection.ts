import type { Operation, Parameter } from '../contract/operations.ts'
import { type Exchange, heightOf, type Params, type Request } from '../log/exchange.ts'
import type { Service } from '../log/service.ts'
import type { KnownList } from '../records/expected.ts'
import { widestOf } from '../records/lists.ts'
import type { Walked } from '../records/page.ts'
import type { Store } from '../records/store.ts'
import { mismatch } from '../rules/comparison.ts'
import { unexpected } from '../rules/expectation.ts'
import type { Judge } from '../rules/judge.ts'
import type { Broken } from '../rules/rule.ts'
import { type Walk, walk } from './walk.ts'

/** An operation with the records to check it with. */
export interface Subject {
  readonly operation: Operation
  /** The required parameters with values that find records; a valid id that may find nothing when none did. */
  readonly required: Params
  /** The records, for operations with pages. */
  readonly all?: Walked
}

/** What all checks of a run share. */
export interface Run {
  readonly service: Service
  readonly store: Store
  readonly judge: Judge
  readonly subjects: Map<string, readonly Subject[]>
  readonly maxRecords: number
}

/** Takes what a check finds. */
export interface Findings {
  requests: number
  problem(broken: Broken): void
  notCovered(what: string): void
}

/** The differences of a request from a plain one. */
export type RequestDetails = Omit<Request, 'operation' | 'params'> & { readonly operation?: Operation }

export type Ask = (params: Params, more?: RequestDetails) => Promise<Exchange>

/** Maximum number of attempts while the network changes. */
const MAX_ATTEMPTS = 5

/** One check looking at one operation. */
export class Inspection {
  readonly operation: Operation
  readonly required: Params
  readonly run: Run
  readonly #findings: Findings
  #list: KnownList | undefined
  /** The block that responses must have reached, once two of them were of different blocks. */
  #atLeast: bigint | undefined

  constructor({ operation, required, all }: Subject, run: Run, findings: Findings) {
    this.operation = operation
    this.required = required
    this.run = run
    this.#list = all && { operation, facts: run.store, all }
    this.#findings = findings
  }

  /** The latest state of the list; only for operations with pages. */
  get list(): KnownList {
    if (!this.#list) throw new Error(`${this.operation.id} has no list`)
    return this.#list
  }

  /** Parameters under which every record of the list is listed. */
  get widest(): Params {
    return { ...this.required, ...widestOf(this.operation) }
  }

  get optional(): readonly Parameter[] {
    return this.operation.parameters.filter(parameter => !parameter.required)
  }

  /** Sends a request to the operation, or to another one. The rules see every exchange. */
  readonly ask: Ask = async (params, more = {}) => {
    const minimum = this.#atLeast === undefined ? {} : { 'x-min-block-height': String(this.#atLeast) }
    const headers = { ...minimum, ...more.headers }
    const exchange = await this.run.service.ask({ operation: this.operation, params, ...more, headers })
    this.#findings.requests += 1
    const message = unexpected(exchange)
    if (message !== undefined) this.problem({ message, exchange })
    return exchange
  }

  problem(broken: Broken): void {
    this.#findings.problem(broken)
  }

  notCovered(what: string): void {
    this.#findings.notCovered(what)
  }

  async each<T>(items: Iterable<T>, run: (item: T) => Promise<unknown>): Promise<void> {
    await this.run.service.each(items, run)
  }

  /** Compares the response to a request with the records of the list, at one block. */
  async compare(params: Params, more?: RequestDetails): Promise<void> {
    await this.atOneBlock(async ask => {
      const { list } = this
      const exchange = await ask(params, more)
      const wrong = mismatch(list, exchange)
      const names = Object.keys(params).filter(name => !(name in this.required))
      const message = `${names.join(' with ') || 'without parameters'}: ${wrong}`
      return wrong === undefined ? 'right' : { message, exchange, other: list.all.exchanges[0] }
    }, true)
  }

  /**
   * Sends a few requests until their responses are of one block, so that rules can compare them: again, if the network
   * changed or another process of the service responded, at the highest block that was seen.
   *
   * @param attempt returns what is wrong, or that the responses are right whatever their blocks
   * @param hasList compares with the list, which is walked again
   */
  async atOneBlock(
    attempt: (ask: Ask) => Promise<Broken | 'right' | undefined>,
    hasList = false,
  ): Promise<void> {
    for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
      const exchanges = hasList ? [...this.list.all.exchanges] : []
      const found = await attempt(async (...request) => {
        const exchange = await this.ask(...request)
        exchanges.push(exchange)
        return exchange
      })
      if (found === 'right') return
      const heights = exchanges.map(heightOf).filter(height => height !== undefined)
      if (new Set(heights).size < 2) return found && this.problem(found)
      for (const height of heights) if (height > (this.#atLeast ?? -1n)) this.#atLeast = height
      if (hasList) await this.refresh()
    }
    this.notCovered('the network changed during each attempt')
  }

  async refresh(): Promise<void> {
    const most = this.run.maxRecords
    this.#list = { ...this.list, all: await this.walk({ params: this.widest, size: 1000, most }) }
  }

  walk(options: Walk): Promise<Walked> {
    return walk(this.ask, this.operation, options)
  }
}
