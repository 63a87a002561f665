import { type Network, openDatabases } from '@trading-network/server'
import { Database } from '../database.ts'
import { median, medianRatio, timeInRounds } from '../rounds.ts'
import { showStatus } from '../table.ts'
import { type Query, type Request, requestsIn } from './requests.ts'

/** The CPU time of a request on the biggest database, and its ratios to other times. */
export interface ListTimes {
  readonly title: string
  readonly rows: number
  /** Median time of its first page, in microseconds. */
  readonly first: number
  /** Ratios of the first page to that on each smaller database, if that has as many rows. */
  readonly growth: readonly (number | undefined)[]
  /** Ratio of the last page to the first; undefined for a list that is too short. */
  readonly last: number | undefined
  /** Ratio of the first page to that of the first request of the operation. */
  readonly toBase: number
}

const PAGE = 50
const CALLS = 5

/** A request on one database, for the first page and the last one. */
interface Subject extends Request {
  readonly rows: number
  readonly first: () => unknown
  /** Undefined for an order, and for a list that is too short. */
  readonly last: (() => unknown) | undefined
}

/** Measures every request on all databases in turn. The SQLite files rise in size. */
export async function measureLists(paths: readonly string[], rounds: number): Promise<ListTimes[]> {
  await using opened = new AsyncDisposableStack()
  const subjects: Subject[][] = []
  for (const path of paths) {
    const network = await openDatabases({ database: path })
    opened.defer(() => network.close())
    const requests = Database.read(path, requestsIn)
    subjects.push(await Promise.all(requests.map(request => subjectOf(network, request))))
  }
  const biggest = subjects.at(-1) ?? []
  const times: ListTimes[] = []
  for (const [index, subject] of biggest.entries()) {
    showStatus(`measuring ${subject.title}`)
    const base = biggest.find(({ operation }) => operation === subject.operation) ?? subject
    const smaller = subjects.slice(0, -1).map(those => those[index] as Subject)
    times.push(await measureList(subject, base, smaller, rounds))
  }
  return times
}

async function measureList(
  subject: Subject,
  base: Subject,
  smaller: readonly Subject[],
  rounds: number,
): Promise<ListTimes> {
  const { title, rows, last = () => {} } = subject
  const functions = [...[subject, base, ...smaller].map(({ first }) => first), last]
  const [first = [], ofBase = [], ...others] = await timeInRounds(functions, { rounds, calls: CALLS })
  return {
    title,
    rows,
    first: median(first),
    growth: smaller.map((one, index) =>
      one.rows === rows ? medianRatio(first, others[index] ?? []) : undefined,
    ),
    last: subject.last && medianRatio(others.at(-1) ?? [], first),
    toBase: medianRatio(first, ofBase),
  }
}

interface Page {
  readonly edges: readonly { readonly cursor: string }[]
}

/** Finds the last page without walking through the list. */
async function subjectOf(network: Network, request: Request): Promise<Subject> {
  const { operation, query } = request
  const { page } = operation
  const ask = (more: Query) => network.answer(operation, { ...query, ...more })
  if (!page) return { ...request, rows: 1, first: () => ask({}), last: undefined }
  const edgesOf = async (more: Query): Promise<Page['edges']> =>
    (JSON.parse(String((await ask(more)).body)) as Record<string, Page>)[page]?.edges ?? []
  const first = { 'pagination.first': PAGE }
  const end = await edgesOf({ 'pagination.last': PAGE + 1 })
  const last = { ...first, 'pagination.after': end[0]?.cursor ?? '' }
  const rows = (await edgesOf(first)).length
  return { ...request, rows, first: () => ask(first), last: end.length > PAGE ? () => ask(last) : undefined }
}
