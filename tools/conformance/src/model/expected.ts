import { type Operation, parameterOf } from '../contract/operations.ts'
import type { Json } from '../json.ts'
import type { Facts } from '../meaning/filter-kinds.ts'
import type { ListMeaning } from '../meaning/lists.ts'
import type { Edge } from '../search/page.ts'
import type { Walked } from '../search/walk.ts'
import type { Params } from '../service/exchange.ts'

/** A list as it was found. */
export interface KnownList {
  readonly operation: Operation
  readonly meaning: ListMeaning
  readonly facts: Facts
  /** Every record, the newest first; or the newest ones. */
  readonly all: Walked
}

/** A 400 that names these parameters. */
export interface ExpectedRefusal {
  readonly refused: readonly string[]
}

/** A page of these rows. */
export interface ExpectedPage {
  readonly rows: readonly Edge[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** How much of it is known: all; its first rows; nothing but the condition, as the list was not walked that far. */
  readonly known: 'all' | 'start' | 'condition'
  readonly size: number
  readonly keeps: (record: Json) => boolean
}

/** Records on a page that is asked for without a size. */
export const DEFAULT_PAGE_SIZE = 1000

/** Paging parameters that contradict each other. */
export const conflicts = [
  ['pagination.first', 'pagination.last'],
  ['pagination.after', 'pagination.before'],
  ['pagination.first', 'pagination.before'],
  ['pagination.last', 'pagination.after'],
] as const

/** The response of a list that the contract requires, given its records. */
export function expected(list: KnownList, params: Params): ExpectedRefusal | ExpectedPage {
  const refused = refusal(list.meaning, params)
  if (refused.length > 0) return { refused }
  const newestFirst = params['pagination.newestFirst'] !== 'false'
  const backward = params['pagination.last'] !== undefined || params['pagination.before'] !== undefined
  const size = Number(params['pagination.first'] ?? params['pagination.last'] ?? DEFAULT_PAGE_SIZE)
  const isKept = keptRecords(list, params)
  const places = [...list.all.edges.keys()]
  const ordered = newestFirst ? places : places.reverse()
  const kept = ordered.filter(place => isKept[place] === 1)
  const cursor = params['pagination.after'] ?? params['pagination.before']
  const at = cursor === undefined ? -1 : list.all.edges.findIndex(edge => edge.cursor === cursor)
  // What lies behind the row of the cursor, or in front of it; that row itself need not pass the filters.
  const isBehind = (place: number) => (newestFirst ? place > at : place < at)
  const isAhead = (place: number) => (newestFirst ? place < at : place > at)
  const rest = cursor === undefined ? kept : kept.filter(backward ? isAhead : isBehind)
  const rows = backward ? rest.slice(-size) : rest.slice(0, size)
  const more = rest.length > rows.length
  const passed = kept.length > rest.length
  return {
    rows: rows.map(place => list.all.edges[place] as Edge),
    hasNextPage: backward ? passed : more,
    hasPreviousPage: backward ? more : passed,
    // A record that has moved since leaves a cursor whose place is not known.
    known:
      cursor !== undefined && at === -1
        ? 'condition'
        : list.all.complete
          ? 'all'
          : newestFirst && !backward
            ? 'start'
            : 'condition',
    size,
    keeps: record => keepsRecord(list, params, record),
  }
}

/** For each list and each value of a filter that was tried, which records pass it: 1 or 0. */
const passing = new WeakMap<Walked, Map<string, Uint8Array>>()

/** Which records of the list pass all filters: 1 or 0. */
function keptRecords({ meaning, operation, facts, all }: KnownList, params: Params): Uint8Array {
  const known = passing.get(all) ?? new Map<string, Uint8Array>()
  passing.set(all, known)
  const kept = new Uint8Array(all.edges.length).fill(1)
  for (const [name, filter] of Object.entries(meaning.filters)) {
    const given = params[name] ?? parameterOf(operation, name).default
    if (given === undefined) continue
    const key = JSON.stringify([name, given, ...(filter.dependsOn ?? []).map(other => params[other])])
    const passes =
      known.get(key) ??
      Uint8Array.from(all.edges, ({ node }) =>
        filter.keeps(node, [given].flat(), { params, facts }) ? 1 : 0,
      )
    known.set(key, passes)
    for (let place = 0; place < kept.length; place += 1)
      kept[place] = (kept[place] ?? 0) & (passes[place] ?? 0)
  }
  return kept
}

/** Whether the list has the record under these parameters. */
export function keepsRecord({ meaning, operation, facts }: KnownList, params: Params, record: Json): boolean {
  return Object.entries(meaning.filters).every(([name, filter]) => {
    const given = params[name] ?? operation.parameters.find(parameter => parameter.name === name)?.default
    return given === undefined || filter.keeps(record, [given].flat(), { params, facts })
  })
}

/** Values of a filter parameter that have to do with a record, as far as the contract lets them be given. */
export function samplesOf(
  { meaning, operation, facts }: KnownList,
  name: string,
  record: Json,
): readonly string[] {
  const { pattern } = parameterOf(operation, name)
  const samples = meaning.filters[name]?.samples(record, facts) ?? []
  return pattern ? samples.filter(value => pattern.test(value)) : samples
}

/** The parameters that a 400 must name, when what is given contradicts itself or needs something else. */
export function refusal({ needs = {} }: ListMeaning, params: Params): readonly string[] {
  const conflict = conflicts.find(pair => pair.every(name => params[name] !== undefined))
  if (conflict) return conflict
  return Object.entries(needs)
    .filter(([name, needed]) => params[name] === 'true' && params[needed] === undefined)
    .map(([, needed]) => needed)
}
