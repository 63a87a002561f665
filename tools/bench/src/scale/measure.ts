import { type Explainer, type Network, openDatabases, openExplainer } from '@trading-network/server'
import { median, medianRatio } from '../interleaved.ts'
import { operationOf } from '../page-times.ts'
import type { StatusLine } from '../status-line.ts'
import { idOf } from './chance.ts'
import { type Places, placesOf } from './places.ts'
import { type Plan, readPlans } from './plan.ts'
import { blocksOf, PER_BLOCK } from './population.ts'
import { everyRequest, type Query, type Request, windowRequests } from './requests.ts'
import { timeAnswers } from './timing.ts'

/** A database of a scale, open. */
interface Opened {
  readonly scale: number
  readonly network: Network
}

/** What a list costs on the biggest database and, on the same pages, against the smaller ones. */
export interface ListTimes {
  readonly request: Request
  readonly plan: Plan
  /** Rows of its first page. */
  readonly rows: number
  /** Microseconds for its first page, the median. */
  readonly first: number
  /** Ratios of the biggest database: to the first page without a filter, and of other pages to the first. */
  readonly toUnfiltered: number
  readonly middle?: number | undefined
  readonly last?: number | undefined
  /** Ratios of the biggest database to each smaller one, in their order, for each page that has as many rows there. */
  readonly growth: Readonly<Record<Place, readonly (number | undefined)[]>>
}

const PLACES = ['first', 'middle', 'last'] as const
type Place = (typeof PLACES)[number]

const CALLS = 5

/** Measures every request on all databases in turn. `databases` rise in scale. */
export async function measureLists(
  databases: readonly { readonly scale: number; readonly database: string }[],
  { rounds, status }: { rounds: number; status: StatusLine },
): Promise<{ lists: ListTimes[]; windows: ListTimes[]; orders: ListTimes[] }> {
  const opened: Opened[] = []
  for (const { scale, database } of databases)
    opened.push({ scale, network: await openDatabases({ database }) })
  const explainer = await openExplainer(databases.at(-1)?.database ?? '')
  const measure = async (requests: readonly Request[]) => {
    const all: ListTimes[] = []
    for (const request of requests) {
      status.show(`measuring ${request.operationId} ${request.title}`)
      const base = requests.find(one => one.operationId === request.operationId) ?? request
      all.push(await measureList(opened, explainer, { request, base, rounds }))
    }
    return all
  }
  try {
    return {
      lists: await measure(everyRequest()),
      windows: await measure(windowRequests()),
      orders: await measure(orderRequests()),
    }
  } finally {
    status.clear()
    await explainer.close()
    for (const { network } of opened) await network.close()
  }
}

async function measureList(
  opened: readonly Opened[],
  explainer: Explainer,
  { request, base, rounds }: { request: Request; base: Request; rounds: number },
): Promise<ListTimes> {
  const places: Places[] = []
  for (const { network, scale } of opened) places.push(await placesIn(network, request, scale))
  const { network, scale } = opened.at(-1) as Opened
  const biggest = places.at(-1) as Places
  const answer =
    (network: Network, { operationId }: Request, query: Query | undefined) =>
    () =>
      query && network.answer(operationOf(operationId), query)
  const unfiltered = (await placesIn(network, base, scale)).first
  const subjects = opened.flatMap(({ network }, index) =>
    PLACES.map(place => answer(network, request, places[index]?.[place])),
  )
  const times = await timeAnswers([answer(network, base, unfiltered), ...subjects], { rounds, calls: CALLS })
  const [ofUnfiltered = [], ...ofSubjects] = times
  const timesOf = (index: number, place: Place) => {
    const there = places[index]?.[place] !== undefined && places[index]?.rows === biggest.rows
    return there ? ofSubjects[index * PLACES.length + PLACES.indexOf(place)] : undefined
  }
  const most = opened.length - 1
  const ratioOf = (place: Place, to: number[] | undefined) => {
    const own = timesOf(most, place)
    return own && to ? medianRatio(own, to) : undefined
  }
  const growthOf = (place: Place) =>
    opened.slice(0, -1).map((_, index) => ratioOf(place, timesOf(index, place)))
  const first = timesOf(most, 'first') ?? []
  const pages = [biggest.first, ...(biggest.middle ? [biggest.middle] : [])]
  const found: string[][] = []
  for (const query of pages) found.push(...(await explainer.plans(operationOf(request.operationId), query)))
  return {
    request,
    plan: readPlans(found),
    rows: biggest.rows,
    first: median(first),
    toUnfiltered: medianRatio(first, ofUnfiltered),
    middle: ratioOf('middle', first),
    last: ratioOf('last', first),
    growth: { first: growthOf('first'), middle: growthOf('middle'), last: growthOf('last') },
  }
}

function placesIn(network: Network, request: Request, scale: number): Promise<Places> | Places {
  return request.operationId === 'getOrder'
    ? { first: request.query(scale), rows: 1 }
    : placesOf(network, request, scale)
}

/** An order from the middle, in its latest state and by its version. */
function orderRequests(): Request[] {
  const orderId = (scale: number) => idOf('order', Math.floor(blocksOf(scale) / 2) * PER_BLOCK.orders)
  return [
    { operationId: 'getOrder', title: 'latest', query: scale => ({ orderId: orderId(scale) }) },
    {
      operationId: 'getOrder',
      title: 'by version',
      query: scale => ({ orderId: orderId(scale), version: 1 }),
    },
  ]
}
