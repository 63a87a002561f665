import { type Operation, operations, requiredOf, testing } from '../contract/operations.ts'
import type { Params } from '../log/exchange.ts'
import type { Service } from '../log/service.ts'
import { fits } from '../records/filters.ts'
import { widestOf } from '../records/lists.ts'
import { recordsOf } from '../records/page.ts'
import { Store } from '../records/store.ts'
import { type Finding, startRules } from '../rules/index.ts'
import type { Run } from './inspection.ts'
import { featuresOf, mostDiverse, spread } from './samples.ts'
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
export function startRun(
  service: Service,
  maxRecords: number,
  tell: (operation: Operation, finding: Finding) => void = () => {},
): Run {
  const store = new Store()
  const judge = startRules()
  service.listeners.push(exchange => {
    store.note(exchange)
    for (const finding of judge(exchange)) tell(exchange.request.operation, finding)
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
  for (const operation of operations) if (!requiredOf(operation)) await addSubjects(run, operation, [{}])
  for (const operation of wanted)
    if (requiredOf(operation)) await addSubjects(run, operation, await requiredBy(run, operation))
  for (const operation of wanted) await learnReferrers(run, operation)
}

/** Walks the lists of these required parameters. */
async function addSubjects(run: Run, operation: Operation, all: readonly Params[]): Promise<void> {
  const ask = (params: Params) => run.service.ask({ operation, params })
  const none = { edges: [], exchanges: [], complete: true }
  const subjects = []
  for (const required of all) {
    const list = { params: { ...required, ...widestOf(operation) }, size: 1000, most: run.maxRecords }
    const walked = operation.page === undefined ? none : await walk(ask, list)
    subjects.push({ operation, required, store: run.store, all: walked })
  }
  run.subjects.set(operation.id, subjects)
}

/** Tries the ids that were seen for the required parameter, and keeps those whose records differ most. */
async function requiredBy({ service, store }: Run, operation: Operation): Promise<Params[]> {
  const parameter = requiredOf(operation)
  if (!parameter) return [{}]
  const ids = store.candidates(parameter).filter(id => fits(parameter, id))
  const candidates = await service.each(spread(ids, MAX_TRIES), async id => {
    const params = { [parameter.name]: id }
    const records = recordsOf(await service.ask({ operation, params }))
    return { params, records, features: records.flatMap(record => ['a record', ...featuresOf(record)]) }
  })
  const richest = candidates.toSorted((one, other) => other.records.length - one.records.length)
  const chosen = mostDiverse(richest, ({ features }) => features, MAX_SUBJECTS)
  return chosen.length > 0 ? chosen.map(({ params }) => params) : [{ [parameter.name]: NOBODY }]
}

/** Records do not name the referrer of their set, so parties are tried until some refer. */
async function learnReferrers({ service, store }: Run, operation: Operation): Promise<void> {
  for (const parameter of testing(operation, 'referrer'))
    for (const referrer of store.candidates(parameter).slice(0, MAX_TRIES)) {
      await service.ask({ operation, params: { [parameter.name]: referrer, 'pagination.first': '1' } })
      if (store.referrers.size >= 2) return
    }
}
