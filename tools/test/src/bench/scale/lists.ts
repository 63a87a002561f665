import { type Network, openDatabases } from '@trading-network/server'
import { median, medianRatio, timeInRounds } from '../rounds.ts'
import { micros, ratio, showStatus, table } from '../table.ts'
import { type Query, type Request, requestsIn } from './requests.ts'

const PAGE = 50
const CALLS = 5

/** A request on one database, for the first page and the last one. */
interface Subject extends Request {
  readonly rows: number
  readonly first: () => unknown
  /** Undefined for an order, and for a list that is too short. */
  readonly last: (() => unknown) | undefined
}

/**
 * Measures every request on all databases in turn, by CPU time. Returns a table with the first page on the biggest
 * database, and its ratios to other pages.
 *
 * @param databases SQLite files by their sizes, which rise
 */
export async function measureLists(databases: ReadonlyMap<string, string>, rounds: number): Promise<string> {
  await using opened = new AsyncDisposableStack()
  const subjects: Subject[][] = []
  for (const path of databases.values()) {
    const network = await openDatabases({ database: path })
    opened.defer(() => network.close())
    const requests = requestsIn(path)
    subjects.push(await Promise.all(requests.map(request => subjectOf(network, request))))
  }
  const rows: string[][] = []
  for (const [index, subject] of (subjects.at(-1) ?? []).entries()) {
    showStatus(`measuring ${subject.title}`)
    const smaller = subjects.slice(0, -1).map(those => those[index] as Subject)
    rows.push(await measureList(subject, smaller, rounds))
  }
  const sizes = [...databases.keys()]
  const growth = sizes.slice(0, -1).map(size => `${sizes.at(-1)} : ${size}`)
  return table(['', ...growth, 'last : first', 'rows', 'first'], rows)
}

async function measureList(
  { title, rows, first, last }: Subject,
  smaller: readonly Subject[],
  rounds: number,
): Promise<string[]> {
  const functions = [first, ...smaller.map(({ first }) => first), last ?? (() => {})]
  const [own = [], ...others] = await timeInRounds(functions, { rounds, calls: CALLS })
  // A list that is shorter in a smaller database is not compared.
  const growth = smaller.map((list, index) => list.rows === rows && medianRatio(own, others[index] ?? []))
  const ratios = [...growth, last && medianRatio(others.at(-1) ?? [], own)]
  return [title, ...ratios.map(figure => ratio(figure || undefined)), String(rows), micros(median(own))]
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
