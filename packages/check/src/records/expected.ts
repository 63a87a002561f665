import type { Operation, Parameter } from '../contract/operations.ts'
import type { Json } from '../json.ts'
import type { Params } from '../log/exchange.ts'
import { keeps } from './filters.ts'
import { identityOf, neededBy } from './lists.ts'
import type { Edge, Walked } from './page.ts'
import type { Store } from './store.ts'

/** An operation with the records to check it with. */
export interface Subject {
  readonly operation: Operation
  /** The required parameters with values that find records; a valid id that may find nothing when none did. */
  readonly required: Params
  readonly store: Store
  /** Every record of the list, the newest first; or the newest ones. None for an operation without pages. */
  readonly all: Walked
}

export interface ExpectedPage {
  readonly rows: readonly Edge[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** The known part: all; the first rows; only the condition of its rows, as the list was not walked that far. */
  readonly known: 'all' | 'start' | 'condition'
  readonly size: number
}

/** Records on a page that is asked for without a size. */
const DEFAULT_PAGE_SIZE = 1000

const conflicts = [
  ['pagination.first', 'pagination.last'],
  ['pagination.after', 'pagination.before'],
  ['pagination.first', 'pagination.before'],
  ['pagination.last', 'pagination.after'],
] as const

/** The pairs of these parameters that contradict each other. */
export function conflictsAmong(names: readonly string[]): (readonly string[])[] {
  return conflicts.filter(pair => pair.every(name => names.includes(name)))
}

/** The page of a list that the contract requires, given its records. */
export function expected(list: Subject, params: Params): ExpectedPage {
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
  }
}

/** The place of a cursor's row; -1 when it is unknown. Under another filter, a row may have another cursor. */
function placeOf(rows: readonly Edge[], cursor: Params[string] | undefined, { operation, store }: Subject) {
  const place = rows.findIndex(row => row.cursor === cursor)
  const name = store.rows.get(String(cursor))
  if (place !== -1 || name === undefined) return place
  return rows.findIndex(({ node }) => identityOf(operation, node) === name)
}

type Active = readonly [parameter: Parameter, values: readonly string[]]

/** The filters that a request gives, or that have a default. */
function activeFilters({ operation }: Subject, params: Params): Active[] {
  return operation.parameters.flatMap(parameter => {
    const given = params[parameter.name] ?? parameter.default
    return given === undefined || !parameter.filter ? [] : [[parameter, [given].flat()] as const]
  })
}

/** For each list and each value of a filter that was tried: the rows that pass. */
const known = new WeakMap<Walked, Map<string, ReadonlySet<Edge>>>()

function passingRows({ all, store }: Subject, params: Params, [parameter, values]: Active) {
  const ofList = known.get(all) ?? new Map<string, ReadonlySet<Edge>>()
  known.set(all, ofList)
  const beside = [...(parameter.filter?.exceptions ?? []), 'includeDerivedParties'].map(name => params[name])
  const key = JSON.stringify([parameter.name, values, beside])
  const rows =
    ofList.get(key) ?? new Set(all.edges.filter(({ node }) => keeps(parameter, node, values, store, params)))
  ofList.set(key, rows)
  return rows
}

/** Returns true if the list has the record under these parameters. */
export function keepsRecord(list: Subject, params: Params, record: Json): boolean {
  return activeFilters(list, params).every(([parameter, values]) =>
    keeps(parameter, record, values, list.store, params),
  )
}

/** The parameters that a 400 must name if the given ones contradict each other, or need another one. */
export function refusal(operation: Operation, params: Params): readonly string[] {
  const names = Object.keys(params)
  const needed = names.map(name => (params[name] === 'true' ? neededBy(operation, name) : undefined))
  const missing = needed.filter(name => name !== undefined).filter(name => !(name in params))
  return conflictsAmong(names)[0] ?? missing
}
