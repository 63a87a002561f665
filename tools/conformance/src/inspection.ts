import { breachesOf } from './contract/breaches.ts'
import type { Operation } from './contract/operations.ts'
import { parameterOf } from './contract/operations.ts'
import type { Values } from './findings/values.ts'
import { walk } from './findings/walk.ts'
import { mismatch } from './model/compare.ts'
import type { KnownList } from './model/expected.ts'
import type { Findings } from './report/findings.ts'
import { type Exchange, type Params, targetOf } from './service/exchange.ts'
import { limiter } from './service/limiter.ts'
import type { Service } from './service/service.ts'

/** What was found for an operation before its checks. */
export interface Subject {
  readonly operation: Operation
  /** The required parameters with values that find records; a valid id that may find nothing when none did. */
  readonly required: Params
  /** The list, for operations with pages. */
  readonly list?: KnownList
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
  readonly #service: Service
  readonly #answers: Findings
  readonly #findings: Findings
  readonly #mostRecords: number
  #list: KnownList | undefined

  constructor(
    subject: Subject,
    found: { values: Values; cursors: ReadonlyMap<string, string> },
    service: Service,
    findings: { answers: Findings; check: Findings },
    mostRecords: number,
  ) {
    this.operation = subject.operation
    this.required = subject.required
    this.#list = subject.list
    this.values = found.values
    this.cursors = found.cursors
    this.#service = service
    this.#answers = findings.answers
    this.#findings = findings.check
    this.#mostRecords = mostRecords
  }

  /** The latest state of the list; only for operations with pages. */
  get list(): KnownList {
    if (!this.#list) throw new Error(`${this.operation.id} has no list`)
    return this.#list
  }

  /** Sends a request to the operation, or to another one. Every response is validated against the contract. */
  async ask(
    params: Params,
    more: { query?: string; method?: string; beyond?: string; of?: Operation } = {},
  ): Promise<Exchange> {
    const { of = this.operation } = more
    const [path = '', query] = targetOf(of, params, more.query).split('?')
    const target = path + (more.beyond ?? '') + (query === undefined ? '' : `?${query}`)
    const exchange = await this.#service.ask(target, more.method)
    this.#findings.requests += 1
    for (const breach of breachesOf(of, exchange)) this.#answers.problem(breach, exchange)
    return exchange
  }

  problem(message: string, exchange?: Exchange): void {
    this.#findings.problem(message, exchange)
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
    const all = await walk(ask, operation, { params, size: 1000, most: this.#mostRecords })
    this.#list = { ...list, all }
  }

  /** Runs for each, a few at a time, so that the time between a read of the list and the response is short. */
  async each<T>(items: Iterable<T>, run: (item: T) => Promise<void>): Promise<void> {
    const inTurn = limiter(AT_A_TIME)
    await Promise.all([...items].map(item => inTurn(() => run(item))))
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
