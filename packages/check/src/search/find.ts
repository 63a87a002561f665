import { recordField } from '../contract/fields.ts'
import { type Operation, operations, type Parameter, parameterOf } from '../contract/operations.ts'
import { type Json, textAt, valueAt } from '../json.ts'
import { declared } from '../meaning/lists.ts'
import type { SeenRecords } from '../model/seen-records.ts'
import { type Exchange, type Params, targetOf } from '../service/exchange.ts'
import type { Service } from '../service/service.ts'
import { NOBODY } from '../values/spellings.ts'
import { mostDiverse, pairsOf, spread } from './diversity.ts'
import { pageOf } from './page.ts'
import { Values } from './values.ts'
import { type Walked, walk } from './walk.ts'

/** An operation with the records to check it with. */
export interface Subject {
  readonly operation: Operation
  /** The required parameters with values that find records; a valid id that may find nothing when none did. */
  readonly required: Params
  /** The records, for operations with pages. */
  readonly all?: Walked
}

/** Maximum number of ids that are tried for a required parameter, and that are checked. */
const MAX_TRIES = 60
const MAX_SUBJECTS = 4

/** Finds records to check with: lists that need no id first, then those that need one of the ids seen. */
export async function find(
  service: Service,
  wanted: readonly Operation[],
  maxRecords: number,
  seen?: SeenRecords,
): Promise<Found> {
  const found = new Found(service, maxRecords, seen)
  for (const operation of operations) if (!neededBy(operation)) await found.walk(operation, {})
  for (const operation of wanted) {
    const needed = neededBy(operation)
    if (needed) await found.search(operation, needed)
    if (operation.id === 'listReferralSetReferees') await found.learnReferrers(operation)
  }
  return found
}

/** The required parameter of an operation; each has one at most. */
function neededBy({ parameters }: Operation): Parameter | undefined {
  return parameters.find(({ required }) => required)
}

/** The records found by walking the lists of a service. */
export class Found {
  /** Per operation: values for its required parameters, those with the most features first. */
  readonly subjects = new Map<string, readonly Subject[]>()
  readonly values = new Values()
  /** One row's cursor of each list that has records. */
  readonly cursors = new Map<string, string>()
  /** Referral set to the party that refers in it, as far as found. */
  readonly referrers = new Map<string, string>()
  readonly #service: Service
  readonly #maxRecords: number
  readonly #seen: SeenRecords | undefined

  constructor(service: Service, maxRecords: number, seen: SeenRecords | undefined) {
    this.#service = service
    this.#maxRecords = maxRecords
    this.#seen = seen
  }

  /** Walks a list and adds it to the subjects; an operation without a list is added as it is. */
  async walk(operation: Operation, required: Params): Promise<void> {
    const known = this.subjects.get(operation.id) ?? []
    const own = declared[operation.id]
    if (!own) {
      this.subjects.set(operation.id, [...known, { operation, required }])
      return
    }
    const params = { ...required, ...own.widest }
    const ask = (request: Params) => this.#ask(operation, request)
    const all = await walk(ask, operation, { params, size: 1000, most: this.#maxRecords })
    const cursor = all.edges[0]?.cursor
    if (cursor !== undefined && !this.cursors.has(operation.id)) this.cursors.set(operation.id, cursor)
    this.subjects.set(operation.id, [...known, { operation, required, all }])
  }

  /** Tries the ids that were seen for the required parameter, and keeps those whose records differ most. */
  async search(operation: Operation, parameter: Parameter): Promise<void> {
    const { name, pattern } = parameter
    const ids = this.values.candidates(parameter).filter(id => pattern?.test(id) ?? true)
    const candidates = await this.#service.each(spread(ids, MAX_TRIES), async id => {
      const records = recordsOf(operation, await this.#ask(operation, { [name]: id }))
      const features = records.flatMap(record => ['a record', ...pairsOf(record)])
      return { id, records: records.length, features }
    })
    const richest = candidates.toSorted((first, second) => second.records - first.records)
    const chosen = mostDiverse(richest, ({ features }) => features, MAX_SUBJECTS).map(({ id }) => id)
    for (const id of chosen.length > 0 ? chosen : [NOBODY]) await this.walk(operation, { [name]: id })
  }

  /** Records do not name the referrer of their set, so parties are tried until some refer. */
  async learnReferrers(operation: Operation): Promise<void> {
    const parties = this.values.candidates(parameterOf(operation, 'referrer'))
    for (const party of parties.slice(0, MAX_TRIES)) {
      const exchange = await this.#ask(operation, { referrer: party, 'pagination.first': '1' })
      const set = textAt(pageOf(operation, exchange)?.edges[0]?.node, 'referralSetId')
      if (set !== undefined) this.referrers.set(set, party)
      if (this.referrers.size >= 2) break
    }
  }

  async #ask(operation: Operation, params: Params): Promise<Exchange> {
    const exchange = await this.#service.ask(targetOf(operation, params))
    if (exchange.status === 200) this.values.note(operation, exchange.body ?? null)
    // The checks report problems; they send the requests again.
    this.#seen?.note(operation, params, exchange)
    return exchange
  }
}

/** The records of a response, at most one without pages. */
function recordsOf(operation: Operation, exchange: Exchange): Json[] {
  if (operation.page !== undefined) return (pageOf(operation, exchange)?.edges ?? []).map(({ node }) => node)
  const record = valueAt(exchange.body, recordField(operation))
  return exchange.status === 200 && record !== undefined ? [record] : []
}
