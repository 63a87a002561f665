import { type Operation, operations, parameterOf } from '../contract/operations.ts'
import type { Subject } from '../inspection.ts'
import { textAt } from '../json.ts'
import { lists } from '../meaning/lists.ts'
import { type Exchange, type Params, targetOf } from '../service/exchange.ts'
import type { Service } from '../service/service.ts'
import { unknownValue } from '../values/limits.ts'
import { pageOf } from './page.ts'
import { Values } from './values.ts'
import { walk } from './walk.ts'

/** The records found by walking the lists of a service. */
export interface Found {
  readonly subjects: ReadonlyMap<string, Subject>
  readonly values: Values
  /** One row's cursor of each list that has records. */
  readonly cursors: ReadonlyMap<string, string>
}

/** Ids tried for a required parameter, at most, and how many records are enough. */
const MAX_TRIES = 60
const ENOUGH_RECORDS = 8

/** Finds records to check with: lists that need no id first, then those that need one of the ids seen. */
export async function find(
  service: Service,
  wanted: readonly Operation[],
  mostRecords: number,
): Promise<Found> {
  const finder = new Finder(service, mostRecords)
  const open = operations.filter(operation => needed(operation).length === 0)
  for (const operation of open) await finder.walk(operation, {})
  if (wanted.some(({ id }) => id === 'listReferralSetReferees')) await finder.learnReferrers()
  for (const operation of wanted.filter(operation => !open.includes(operation)))
    await finder.search(operation)
  return finder
}

function needed({ parameters }: Operation) {
  return parameters.filter(parameter => parameter.required)
}

class Finder implements Found {
  readonly subjects = new Map<string, Subject>()
  readonly values = new Values()
  readonly cursors = new Map<string, string>()
  readonly #service: Service
  readonly #mostRecords: number
  readonly #referrers = new Map<string, string>()

  constructor(service: Service, mostRecords: number) {
    this.#service = service
    this.#mostRecords = mostRecords
  }

  /** Walks a list and stores its records. */
  async walk(operation: Operation, required: Params): Promise<void> {
    const meaning = lists[operation.id]
    if (!meaning) throw new Error(`the meaning of ${operation.id} is not declared`)
    const params = { ...required, ...meaning.widest }
    const all = await walk(this.#ask, operation, { params, size: 1000, most: this.#mostRecords })
    const cursor = all.edges[0]?.cursor
    if (cursor !== undefined) this.cursors.set(operation.id, cursor)
    this.subjects.set(operation.id, {
      operation,
      required,
      list: { operation, meaning, all, facts: { referrers: this.#referrers } },
    })
  }

  /** Tries the ids that were seen for the required parameter, and keeps the one with the most records. */
  async search(operation: Operation): Promise<void> {
    const [parameter] = needed(operation)
    if (!parameter) return
    let best: { readonly id: string; readonly records: number } | undefined
    const ids = this.values.candidates(parameter).filter(id => parameter.pattern?.test(id) ?? true)
    for (const id of ids.slice(0, MAX_TRIES)) {
      const exchange = await this.#ask(operation, { [parameter.name]: id })
      const records =
        pageOf(operation, exchange)?.edges.length ?? (exchange.status === 200 ? ENOUGH_RECORDS : 0)
      if (records > (best?.records ?? 0)) best = { id, records }
      if (records >= ENOUGH_RECORDS) break
    }
    const required = { [parameter.name]: best?.id ?? unknownValue(parameter) }
    if (operation.page === undefined) this.subjects.set(operation.id, { operation, required })
    else await this.walk(operation, required)
  }

  /** Records do not name the referrer of their set, so parties are tried until some refer. */
  async learnReferrers(): Promise<void> {
    const { operation } = this.subjects.get('listReferralSetReferees') as Subject
    const parties = this.values.candidates(parameterOf(operation, 'referrer'))
    for (const party of parties.slice(0, MAX_TRIES)) {
      const exchange = await this.#ask(operation, { referrer: party, 'pagination.first': '1' })
      const set = textAt(pageOf(operation, exchange)?.edges[0]?.node, 'referralSetId')
      if (set !== undefined) this.#referrers.set(set, party)
      if (this.#referrers.size >= 2) break
    }
  }

  readonly #ask = async (operation: Operation, params: Params): Promise<Exchange> => {
    const exchange = await this.#service.ask(targetOf(operation, params))
    if (exchange.status === 200) this.values.note(operation, exchange.body)
    return exchange
  }
}
