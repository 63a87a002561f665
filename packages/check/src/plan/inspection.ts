import type { Operation, Parameter } from '../contract/operations.ts'
import { type Exchange, heightOf, type Params, type Request } from '../log/exchange.ts'
import type { Service } from '../log/service.ts'
import { mismatch, unexpected } from '../records/comparison.ts'
import type { Subject } from '../records/expected.ts'
import { widestOf } from '../records/lists.ts'
import type { Edge, Walked } from '../records/page.ts'
import type { Store } from '../records/store.ts'
import type { CheckFindings } from '../report/check-findings.ts'
import { type Walk, walk } from './walk.ts'

/** All checks of a run share it. */
export interface Run {
  readonly service: Service
  readonly store: Store
  /** By operation; those that the search did not come to have none. */
  readonly subjects: Map<string, readonly Subject[]>
  readonly maxRecords: number
}

/**
 * A request to the inspected operation; the required parameters when it has none. In its headers, `{tag}` and `{height}`
 * are those of the response before, `{strong}` is the tag without `W/`, `{next}` and `{far}` are later heights.
 */
export interface Planned extends Partial<Omit<Request, 'operation'>> {}

/** The requests of each check, by its name. */
export type Requests<Request> = Readonly<Record<string, (inspection: Inspection) => Iterable<Request>>>

/** Maximum number of attempts while the network changes. */
const MAX_ATTEMPTS = 5

/** One check looking at one operation. */
export class Inspection {
  readonly run: Run
  readonly operation: Operation
  readonly required: Params
  /** Parameters under which every record of the list is listed. */
  readonly widest: Params
  readonly optional: readonly Parameter[]
  /** The latest state of the list. */
  list: Subject
  readonly findings: CheckFindings
  /** The block that responses must have reached, once two of them were of different blocks. */
  #atLeast: bigint | undefined

  constructor(subject: Subject, run: Run, findings: CheckFindings) {
    this.run = run
    this.list = subject
    this.operation = subject.operation
    this.required = subject.required
    this.widest = { ...this.required, ...widestOf(this.operation) }
    this.optional = this.operation.parameters.filter(parameter => !parameter.required)
    this.findings = findings
  }

  /** The records of the list, as far as they were read. */
  get edges(): readonly Edge[] {
    return this.list.all.edges
  }

  /** Sends a request. The rules see every exchange. */
  async ask(planned: Planned, before?: Exchange): Promise<Exchange> {
    const { operation, required } = this
    const minimum = this.#atLeast === undefined ? {} : { 'x-min-block-height': String(this.#atLeast) }
    const headers = { ...minimum, ...filled(planned.headers, before) }
    const exchange = await this.run.service.ask({ operation, params: required, ...planned, headers })
    this.findings.requests += 1
    const message = unexpected(exchange)
    const { status = 0 } = planned.expects ?? {}
    const place = `/paths/*/get/responses/${status in operation.responses ? status : 'default'}`
    if (message !== undefined) this.findings.problem({ message, exchange }, place)
    return exchange
  }

  readonly notCovered = (what: string): void => {
    this.findings.notCovered.add(what)
  }

  async each<T>(items: Iterable<T>, run: (item: T) => Promise<unknown>): Promise<void> {
    await this.run.service.each(items, run)
  }

  /**
   * Sends requests one after the other until all responses are of one block, so that rules can compare them: again, if the
   * network changed or another process of the service responded, at the highest block that was seen.
   *
   * @param wrong compares the first response with the list, which is walked again for each attempt
   */
  async together(
    requests: readonly Planned[],
    wrong?: (exchange: Exchange) => string | undefined,
  ): Promise<Exchange> {
    for (let attempt = 1; ; attempt += 1) {
      const exchanges: Exchange[] = []
      for (const request of requests) exchanges.push(await this.ask(request, exchanges.at(-1)))
      const first = exchanges[0] as Exchange
      const message = wrong?.(first)
      if (wrong && message === undefined) return first
      const { exchanges: walked } = this.list.all
      const heights = new Set([...(wrong ? walked : []), ...exchanges].map(heightOf))
      heights.delete(undefined)
      if (heights.size < 2 && message !== undefined)
        this.findings.problem({ message, exchange: first, other: walked[0] }, '/paths/*/get/parameters')
      else if (heights.size > 1 && attempt === MAX_ATTEMPTS)
        this.notCovered('the network changed during each attempt')
      if (heights.size < 2 || attempt === MAX_ATTEMPTS) return first
      for (const height of heights as Set<bigint>) if (height > (this.#atLeast ?? -1n)) this.#atLeast = height
      if (wrong) await this.refresh()
    }
  }

  /** Compares the response to a request with the records of the list, at one block. */
  compare(params: Params): Promise<Exchange> {
    return this.together([{ params }], exchange => {
      const wrong = mismatch(this.list, exchange)
      const names = Object.keys(params).filter(name => !(name in this.required))
      return wrong && `${names.join(' with ') || 'without parameters'}: ${wrong}`
    })
  }

  async refresh(): Promise<void> {
    const most = this.run.maxRecords
    this.list = { ...this.list, all: await this.walk({ params: this.widest, size: 1000, most }) }
  }

  walk(options: Walk): Promise<Walked> {
    return walk(params => this.ask({ params }), options)
  }
}

/** Headers with the values of the response before. */
function filled(headers: Planned['headers'] = {}, before: Exchange | undefined) {
  const tag = before?.headers.get('etag') ?? '*'
  const height = (before && heightOf(before)) ?? 0n
  const values: Readonly<Record<string, unknown>> = {
    ...{ tag, strong: tag.replace(/^W\//, '') },
    ...{ height, next: height + 1n, far: height + 1_000_000n },
  }
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, fill(text)]))
}
