import { type Operation, operations, type Parameter } from '../contract/operations.ts'
import type { Params } from '../log/exchange.ts'
import type { Service } from '../log/service.ts'
import { widestOf } from '../records/lists.ts'
import { recordsOf } from '../records/page.ts'
import { Store } from '../records/store.ts'
import { type Finding, startRules } from '../rules/judge.ts'
import type { Run, Subject } from './inspection.ts'
import { mostDiverse, pairsOf, spread } from './samples.ts'
import { NOBODY } from './spellings.ts'
import { walk } from './walk.ts'

/** Maximum number of ids that are tried for a required parameter, and that are checked. */
const MAX_TRIES = 60
const MAX_SUBJECTS = 4

/**
 * A run that notes the records of each exchange, and has no subjects yet.
 *
 * @param tell gets what the rules find, with the operation of the exchange
 */
export function newRun(
  service: Service,
  maxRecords: number,
  tell: (operation: string, finding: Finding) => void = () => {},
): Run {
  const store = new Store()
  const judge = startRules()
  service.listeners.push(exchange => {
    store.note(exchange)
    for (const finding of judge(exchange)) tell(exchange.request.operation.id, finding)
  })
  return { service, store, subjects: new Map(), maxRecords }
}

/**
 * Finds records to check with: lists that need no id first, then those that need one of the ids seen. The run gets the
 * values of the required parameters of each operation, those with the most features first.
 *
 * @throws OutOfRequests, with those found so far in the run
 */
export async function find(run: Run, wanted: readonly Operation[]): Promise<void> {
  const { service, store, subjects: found, maxRecords } = run
  const walkList = async (operation: Operation, required: Params): Promise<Subject> => {
    if (operation.page === undefined) return { operation, required }
    const params = { ...required, ...widestOf(operation) }
    const ask = (request: Params) => service.ask({ operation, params: request })
    return { operation, required, all: await walk(ask, { params, size: 1000, most: maxRecords }) }
  }
  for (const operation of operations)
    if (!neededBy(operation)) found.set(operation.id, [await walkList(operation, {})])
  for (const operation of wanted) {
    const needed = neededBy(operation)
    if (!needed) continue
    const subjects: Subject[] = []
    for (const id of await idsOf(service, store, operation, needed))
      subjects.push(await walkList(operation, { [needed.name]: id }))
    found.set(operation.id, subjects)
  }
  for (const operation of wanted) await learnReferrers(service, store, operation)
}

/** The required parameter of an operation; each has one at most. */
function neededBy({ parameters }: Operation): Parameter | undefined {
  return parameters.find(({ required }) => required)
}

/** Tries the ids that were seen for the required parameter, and keeps those whose records differ most. */
async function idsOf(service: Service, store: Store, operation: Operation, parameter: Parameter) {
  const { name, pattern } = parameter
  const ids = store.candidates(parameter).filter(id => pattern?.test(id) ?? true)
  const candidates = await service.each(spread(ids, MAX_TRIES), async id => {
    const records = recordsOf(await service.ask({ operation, params: { [name]: id } }))
    return {
      id,
      records: records.length,
      features: records.flatMap(record => ['a record', ...pairsOf(record)]),
    }
  })
  const richest = candidates.toSorted((first, second) => second.records - first.records)
  const chosen = mostDiverse(richest, ({ features }) => features, MAX_SUBJECTS).map(({ id }) => id)
  return chosen.length > 0 ? chosen : [NOBODY]
}

/** Records do not name the referrer of their set, so parties are tried until some refer. */
async function learnReferrers(service: Service, store: Store, operation: Operation): Promise<void> {
  const parameter = operation.parameters.find(({ name }) => name === 'referrer')
  const parties = parameter ? store.candidates(parameter) : []
  for (const referrer of parties.slice(0, MAX_TRIES)) {
    await service.ask({ operation, params: { referrer, 'pagination.first': '1' } })
    if (store.referrers.size >= 2) break
  }
}
