import { featuresOf, recordField } from '../contract/fields.ts'
import { type Operation, operations, parameterOf } from '../contract/operations.ts'
import type { Subject } from '../inspection.ts'
import { type Json, textAt, valueAt } from '../json.ts'
import { lists } from '../meaning/lists.ts'
import type { SeenRecords } from '../model/seen-records.ts'
import { type Exchange, type Params, targetOf } from '../service/exchange.ts'
import type { Service } from '../service/service.ts'
import { unknownValue } from '../values/limits.ts'
import { mostDiverse, pairsOf, spread } from './diversity.ts'
import { pageOf } from './page.ts'
import { Values } from './values.ts'
import { walk } from './walk.ts'

/** The records found by walking the lists of a service. */
export interface Found {
  /** Per operation: values for its required parameters, those with the most features first. */
  readonly subjects: ReadonlyMap<string, readonly Subject[]>
  readonly values: Values
  /** One row's cursor of each list that has records. */
  readonly cursors: ReadonlyMap<string, string>
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
  const finder = new Finder(service, maxRecords, seen)
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
  readonly subjects = new Map<string, readonly Subject[]>()
  readonly values = new Values()
  readonly cursors = new Map<string, string>()
  readonly #service: Service
  readonly #maxRecords: number
  readonly #seen: SeenRecords | undefined
  readonly #referrers = new Map<string, string>()

  constructor(service: Service, maxRecords: number, seen: SeenRecords | undefined) {
    this.#service = service
    this.#maxRecords = maxRecords
    this.#seen = seen
  }

  /** Walks a list and adds it to what is checked. */
  async walk(operation: Operation, required: Params): Promise<void> {
    const meaning = lists[operation.id]
    if (!meaning) throw new Error(`the meaning of ${operation.id} is not declared`)
    const params = { ...required, ...meaning.widest }
    const all = await walk(this.#ask, operation, { params, size: 1000, most: this.#maxRecords })
    const cursor = all.edges[0]?.cursor
    if (cursor !== undefined && !this.cursors.has(operation.id)) this.cursors.set(operation.id, cursor)
    const list = { operation, meaning, all, facts: { referrers: this.#referrers } }
    this.#add({ operation, required, list })
  }

  /** Tries the ids that were seen for the required parameter, and keeps those that show the most. */
  async search(operation: Operation): Promise<void> {
    const [parameter] = needed(operation)
    if (!parameter) return
    const ids = this.values.candidates(parameter).filter(id => parameter.pattern?.test(id) ?? true)
    const candidates = await Promise.all(
      spread(ids, MAX_TRIES).map(async id => {
        const exchange = await this.#ask(operation, { [parameter.name]: id })
        const records = recordsOf(operation, exchange)
        return {
          id,
          records: records.length,
          features: records.flatMap(one => ['a record', ...pairsOf(featuresOf(operation, one))]),
        }
      }),
    )
    const richest = candidates.toSorted((one, other) => other.records - one.records)
    const chosen = mostDiverse(richest, ({ features }) => features, MAX_SUBJECTS).map(({ id }) => id)
    for (const id of chosen.length > 0 ? chosen : [unknownValue(parameter)]) {
      const required = { [parameter.name]: id }
      if (operation.page === undefined) this.#add({ operation, required })
      else await this.walk(operation, required)
    }
  }

  #add(subject: Subject): void {
    const { id } = subject.operation
    this.subjects.set(id, [...(this.subjects.get(id) ?? []), subject])
  }

  /** Records do not name the referrer of their set, so parties are tried until some refer. */
  async learnReferrers(): Promise<void> {
    const [subject] = this.subjects.get('listReferralSetReferees') ?? []
    if (!subject) return
    const { operation } = subject
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
    // The checks report what is wrong; they ask again.
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
