import type { Operation, Parameter } from '../contract/operations.ts'
import { type Exchange, heightOf, type Params, type Request } from '../log/exchange.ts'
import type { Service } from '../log/service.ts'
import { mismatch, unexpected } from '../records/comparison.ts'
import type { KnownList } from '../records/expected.ts'
import { widestOf } from '../records/lists.ts'
import type { Walked } from '../records/page.ts'
import type { Store } from '../records/store.ts'
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

/** All checks of a run share it. */
export interface Run {
  readonly service: Service
  readonly store: Store
  readonly subjects: Map<string, readonly Subject[]>
  readonly maxRecords: number
}

/** Takes what a check finds. */
export interface Findings {
  /** Counts a request. */
  count(): void
  problem(found: Broken): void
  notCovered(what: string): void
}

/**
 * A request to the inspected operation; the required parameters when it has none. In its headers, `{tag}` and `{height}`
 * are those of the response before, `{strong}` is the tag without `W/`, `{next}` and `{far}` are later heights.
 */
export interface Planned extends Partial<Omit<Request, 'operation'>> {}

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

  /** Sends a request. The rules see every exchange. */
  async ask(planned: Planned, before?: Exchange): Promise<Exchange> {
    const { params = this.required, headers = {}, ...more } = planned
    const minimum = this.#atLeast === undefined ? {} : { 'x-min-block-height': String(this.#atLeast) }
    const sent = { ...minimum, ...filled(headers, before) }
    const exchange = await this.run.service.ask({ operation: this.operation, params, ...more, headers: sent })
    this.#findings.count()
    const message = unexpected(exchange)
    if (message !== undefined) this.problem({ message, exchange })
    return exchange
  }

  problem(found: Broken): void {
    this.#findings.problem(found)
  }

  notCovered(what: string): void {
    this.#findings.notCovered(what)
  }

  async each<T>(items: Iterable<T>, run: (item: T) => Promise<unknown>): Promise<void> {
    await this.run.service.each(items, run)
  }

  /**
   * Sends requests one after the other until all responses are of one block, so that rules can compare them: again, if the
   * network changed or another process of the service responded, at the highest block that was seen.
   *
   * @param wrong compares the responses with the list, which is walked again for each attempt
   */
  async together(
    requests: readonly Planned[],
    wrong?: (exchanges: readonly Exchange[]) => Broken | undefined,
  ): Promise<readonly Exchange[]> {
    const exchanges: Exchange[] = []
    for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
      exchanges.length = 0
      for (const request of requests) exchanges.push(await this.ask(request, exchanges.at(-1)))
      const found = wrong?.(exchanges)
      if (wrong && !found) return exchanges
      const heights = [...(wrong ? this.list.all.exchanges : []), ...exchanges].map(heightOf)
      const known = heights.filter(height => height !== undefined)
      if (new Set(known).size < 2) {
        if (found) this.problem(found)
        return exchanges
      }
      for (const height of known) if (height > (this.#atLeast ?? -1n)) this.#atLeast = height
      if (wrong) await this.refresh()
    }
    this.notCovered('the network changed during each attempt')
    return exchanges
  }

  /** Compares the response to a request with the records of the list, at one block. */
  async compare(params: Params): Promise<Exchange> {
    const exchanges = await this.together([{ params }], ([exchange]) => {
      const wrong = exchange && mismatch(this.list, exchange)
      if (wrong === undefined) return undefined
      const names = Object.keys(params).filter(name => !(name in this.required))
      const message = `${names.join(' with ') || 'without parameters'}: ${wrong}`
      return { message, exchange, other: this.list.all.exchanges[0] }
    })
    return exchanges[0] as Exchange
  }

  async refresh(): Promise<void> {
    const most = this.run.maxRecords
    this.#list = { ...this.list, all: await this.walk({ params: this.widest, size: 1000, most }) }
  }

  walk(options: Walk): Promise<Walked> {
    return walk(params => this.ask({ params }), options)
  }
}

/** Headers with the values of the response before. */
function filled(headers: Readonly<Record<string, string>>, before: Exchange | undefined) {
  const tag = before?.headers.get('etag') ?? '*'
  const height = (before && heightOf(before)) ?? 0n
  const values = {
    ...{ tag, strong: tag.replace(/^W\//, '') },
    ...{ height, next: height + 1n, far: height + 1_000_000n },
  }
  const entries = Object.entries(values)
  const fill = (text: string) =>
    entries.reduce((all, [name, value]) => all.replace(`{${name}}`, `${value}`), text)
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, fill(text)]))
}
