import { type Explainer, type Network, openDatabases, openExplainer } from '@trading-network/server'
import { median, medianRatio, timeInRounds } from '../rounds.ts'
import { clearStatus, showStatus } from '../status.ts'
import { type Places, placesOf } from './places.ts'
import { type Plan, readPlans } from './plan.ts'
import { operationOf, type Query, type Request, type RequestGroup, requestGroups } from './requests.ts'
import type { Sample } from './sample.ts'

/** A database to measure, with the identifiers to filter by. */
export interface Target {
  /** Path of an SQLite file, or URL of a PostgreSQL database. */
  readonly database: string
  readonly sample: Sample
}

/** The times of a request on the biggest database, and their ratios to those on smaller ones. */
export interface ListTimes {
  readonly request: Request
  readonly plan: Plan
  /** Rows of its first page. */
  readonly rows: number
  /** Median time of its first page, in microseconds. */
  readonly first: number
  /** Ratios of times: the first page to the first page of the base, and other pages to the first. */
  readonly toBase: number
  readonly middle?: number | undefined
  readonly last?: number | undefined
  /** Ratios to each smaller database, where the page has as many rows. */
  readonly growth: Readonly<Record<Place, readonly (number | undefined)[]>>
}

/** A group of requests with their times. */
export type GroupTimes = Omit<RequestGroup, 'requests'> & { readonly lists: readonly ListTimes[] }

const PLACES = ['first', 'middle', 'last'] as const
type Place = (typeof PLACES)[number]

const CALLS = 5

/** A request on one database. */
interface Subject {
  readonly network: Network
  readonly request: Request
  readonly places: Places
}

/** Measures every request on all databases in turn. The databases rise in size. */
export async function measureLists(targets: readonly Target[], rounds: number): Promise<GroupTimes[]> {
  const networks: Network[] = []
  for (const { database } of targets) networks.push(await openDatabases({ database }))
  const explainer = await openExplainer(targets.at(-1)?.database ?? '')
  const groups = targets.map(({ sample }) => requestGroups(sample))
  const subject = async (size: number, group: number, index: number): Promise<Subject> => {
    const [network, request] = [networks[size], groups[size]?.[group]?.requests[index]]
    if (!network || !request) throw new Error('there is no database to measure')
    return { network, request, places: await placesOf(network, request) }
  }
  const most = targets.length - 1
  const measured: GroupTimes[] = []
  try {
    for (const [group, { title, base, requests }] of (groups.at(-1) ?? []).entries()) {
      const lists: ListTimes[] = []
      for (const [index, { operationId, title }] of requests.entries()) {
        showStatus(`measuring ${operationId} ${title}`)
        const first = requests.findIndex(request => request.operationId === operationId)
        const subjects: Subject[] = []
        for (const size of targets.keys()) subjects.push(await subject(size, group, index))
        lists.push(await measureList(subjects, await subject(most, group, first), explainer, rounds))
      }
      measured.push({ title, base, lists })
    }
    return measured
  } finally {
    clearStatus()
    await explainer.close()
    for (const network of networks) await network.close()
  }
}

async function measureList(
  subjects: readonly Subject[],
  base: Subject,
  explainer: Explainer,
  rounds: number,
): Promise<ListTimes> {
  const { request, places } = subjects.at(-1) as Subject
  const calls = subjects.flatMap(one => PLACES.map(place => callOf(one, one.places[place])))
  const [ofBase = [], ...times] = await timeInRounds([callOf(base, base.places.first), ...calls], {
    rounds,
    calls: CALLS,
  })
  const timesOf = (size: number, place: Place) => {
    const there = subjects[size]?.places
    const isComparable = there?.[place] !== undefined && there.rows === places.rows
    return isComparable ? times[size * PLACES.length + PLACES.indexOf(place)] : undefined
  }
  const most = subjects.length - 1
  const ratioOf = (place: Place, to: number[] | undefined) => {
    const own = timesOf(most, place)
    return own && to ? medianRatio(own, to) : undefined
  }
  const growthOf = (place: Place) =>
    subjects.slice(0, -1).map((_, size) => ratioOf(place, timesOf(size, place)))
  const first = timesOf(most, 'first') ?? []
  const plans: string[][] = []
  for (const query of [places.first, ...(places.middle ? [places.middle] : [])])
    plans.push(...(await explainer.plans(operationOf(request.operationId), query)))
  return {
    request,
    plan: readPlans(plans),
    rows: places.rows,
    first: median(first),
    toBase: medianRatio(first, ofBase),
    middle: ratioOf('middle', first),
    last: ratioOf('last', first),
    growth: { first: growthOf('first'), middle: growthOf('middle'), last: growthOf('last') },
  }
}

function callOf({ network, request }: Subject, query: Query | undefined): () => unknown {
  const operation = operationOf(request.operationId)
  return () => query && network.answer(operation, query)
}
