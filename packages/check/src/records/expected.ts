import type { Operation } from '../contract/operations.ts'
import type { Json } from '../json.ts'
import type { Params } from '../log/exchange.ts'
import { type Facts, type Filter, filtersOf, keeps } from './filters.ts'
import { identityOf, neededBy } from './lists.ts'
import type { Edge, Walked } from './page.ts'

export interface KnownList {
  readonly operation: Operation
  readonly facts: Facts
  /** Every record, the newest first; or the newest ones. */
  readonly all: Walked
}

export interface ExpectedPage {
  readonly rows: readonly Edge[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** The known part: all; the first rows; only the condition of its rows, as the list was not walked that far. */
  readonly known: 'all' | 'start' | 'condition'
  readonly size: number
  readonly keeps: (record: Json) => boolean
}

/** Records on a page that is asked for without a size. */
const DEFAULT_PAGE_SIZE = 1000

export const conflicts = [
  ['pagination.first', 'pagination.last'],
  ['pagination.after', 'pagination.before'],
  ['pagination.first', 'pagination.before'],
  ['pagination.last', 'pagination.after'],
] as const

/** The page of a list that the contract requires, given its records. */
export function expected(list: KnownList, params: Params): ExpectedPage {
  const { edges, complete } = list.all
  const newestFirst = params['pagination.newestFirst'] !== 'false'
  const backward = params['pagination.last'] !== undefined || params['pagination.before'] !== undefined
  const size = Number(params['pagination.first'] ?? params['pagination.last'] ?? DEFAULT_PAGE_SIZE)
  const cursor = params['pagination.after'] ?? params['pagination.before']
  const passing = activeFilters(list, params).map(active => passingRows(list, params, active))
  const isKept = (row: Edge) => passing.every(rows => rows.has(row))
  const order = newestFirst ? edges : edges.toReversed()
  const kept = order.filter(isKept)
  // The row of the cursor itself need not pass the filters. A record that has moved since has an unknown place.
  const at = placeOf(order, cursor, list)
  const beyond = backward ? order.slice(0, at) : order.slice(at + 1)
  const rest = cursor === undefined ? kept : beyond.filter(isKept)
  const rows = backward ? rest.slice(-size) : rest.slice(0, size)
  const [more, passed] = [rest.length > rows.length, kept.length > rest.length]
  const isStartKnown = complete || (newestFirst && !backward)
  return {
    rows,
    hasNextPage: backward ? passed : more,
    hasPreviousPage: backward ? more : passed,
    known: !isStartKnown || (cursor !== undefined && at === -1) ? 'condition' : complete ? 'all' : 'start',
    size,
    keeps: record => keepsRecord(list, params, record),
  }
}

/** The place of a cursor's row; -1 when it is unknown. Under another filter, a row may have another cursor. */
function placeOf(rows: readonly Edge[], cursor: Params[string] | undefined, { operation, facts }: KnownList) {
  const place = rows.findIndex(row => row.cursor === cursor)
  const name = facts.rows.get(String(cursor))
  if (place !== -1 || name === undefined) return place
  return rows.findIndex(({ node }) => identityOf(operation, node) === name)
}

interface ActiveFilter {
  readonly filter: Filter
  readonly values: readonly string[]
}

/** The filters that a request gives, or that have a default. */
function activeFilters({ operation }: KnownList, params: Params): ActiveFilter[] {
  return filtersOf(operation).flatMap(filter => {
    const given = params[filter.parameter.name] ?? filter.parameter.default
    return given === undefined ? [] : [{ filter, values: [given].flat() }]
  })
}

/** For each list and each value of a filter that was tried: the rows that pass. */
const known = new WeakMap<Walked, Map<string, ReadonlySet<Edge>>>()

function passingRows({ all, facts }: KnownList, params: Params, { filter, values }: ActiveFilter) {
  const ofList = known.get(all) ?? new Map<string, ReadonlySet<Edge>>()
  known.set(all, ofList)
  const others = [...filter.exceptions, 'includeDerivedParties'].map(name => params[name])
  const key = JSON.stringify([filter.parameter.name, values, others])
  const rows =
    ofList.get(key) ?? new Set(all.edges.filter(({ node }) => keeps(filter, node, values, facts, params)))
  ofList.set(key, rows)
  return rows
}

/** Returns true if the list has the record under these parameters. */
export function keepsRecord(list: KnownList, params: Params, record: Json): boolean {
  return activeFilters(list, params).every(({ filter, values }) =>
    keeps(filter, record, values, list.facts, params),
  )
}

/** The parameters that a 400 must name if the given ones contradict each other, or need another one. */
export function refusal(operation: Operation, params: Params): readonly string[] {
  const conflict = conflicts.find(pair => pair.every(name => params[name] !== undefined))
  if (conflict) return conflict
  const needed = Object.keys(params).map(name => params[name] === 'true' && neededBy(operation, name))
  return needed.filter(name => typeof name === 'string').filter(name => params[name] === undefined)
}
