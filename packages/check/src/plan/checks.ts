import type { Operation } from '../contract/operations.ts'
import type { Params } from '../log/exchange.ts'
import type { Inspection, Planned, Requests } from './inspection.ts'
import { orders } from './orders.ts'
import { parameters } from './parameters.ts'
import { groups, NEEDED, turns } from './protocol.ts'
import { refusals } from './refusals.ts'
import { waits } from './waiting.ts'
import { walks } from './walks.ts'

/** Requests about one part of the contract. */
export interface Check {
  readonly name: string
  /** Returns true for an operation that the check is for. */
  readonly concerns: (operation: Operation) => boolean
  /** Runs for each of the ids that were chosen for the required parameters, not only for the first. */
  readonly everySubject: boolean
  readonly run: (inspection: Inspection) => Promise<void>
}

const OF_EVERY_SUBJECT = [
  ...['responses', 'records', 'newest first', 'page ends', 'parameters alone', 'available stake'],
]

/** The checks of a table, by how its entries run. */
function from<Entry>(
  table: Readonly<Record<string, Entry>>,
  run: (inspection: Inspection, entry: Entry, name: string) => Promise<void>,
  concerns: Check['concerns'] = () => true,
): Check[] {
  return Object.entries(table).map(([name, entry]) => ({
    name,
    concerns,
    everySubject: OF_EVERY_SUBJECT.includes(name),
    run: inspection => run(inspection, entry, name),
  }))
}

const isList = ({ page }: Operation) => page !== undefined
const runs = (inspection: Inspection, run: (inspection: Inspection) => Promise<void>) => run(inspection)

/** Reports the fields that no record has, and those that are the same in all records. Runs last, and sends nothing. */
export const coverage: Check = {
  name: 'coverage',
  concerns: () => true,
  everySubject: false,
  run: async ({ operation, run, notCovered }) => run.store.unproven(operation).forEach(notCovered),
}

/** Another check that sends nothing to an operation has no result for it. */
export const checks: readonly Check[] = [
  ...from(walks, runs),
  ...from(parameters, compare, isList),
  ...from(orders, runs, operation => !isList(operation)),
  ...from(refusals, (inspection, requestsOf) =>
    inspection.each(requestsOf(inspection), request => inspection.ask(request)),
  ),
  ...from(groups, sendTogether),
  ...from(turns, sendInTurn),
  ...from(waits, runs),
  coverage,
]

/** Compares the response to each request with the records of the list. */
async function compare(inspection: Inspection, requestsOf: Requests<Params>[string]): Promise<void> {
  const requests = new Map([...requestsOf(inspection)].map(params => [JSON.stringify(params), params]))
  await inspection.each(requests.values(), params => inspection.compare(params))
}

async function sendTogether(inspection: Inspection, groupsOf: (typeof groups)[string]): Promise<void> {
  const first = await inspection.ask({})
  if (first.status !== 200 || !first.headers.has('etag'))
    return inspection.notCovered('no response with an ETag was found')
  await inspection.each(groupsOf(inspection, first), group => inspection.together(group))
}

async function sendInTurn(inspection: Inspection, requestsOf: Requests<Planned>[string], name: string) {
  const [header = '', otherwise = ''] = NEEDED[name] ?? []
  const [first, ...requests] = requestsOf(inspection)
  let before = await inspection.ask(first ?? {})
  if (!before.headers.has(header)) return inspection.notCovered(otherwise)
  for (const request of requests) before = await inspection.ask(request, before)
}
