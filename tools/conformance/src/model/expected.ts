import { type Operation, parameterOf } from '../contract/operations.ts'
import type { Edge } from '../findings/page.ts'
import type { Walked } from '../findings/walk.ts'
import type { Json } from '../json.ts'
import type { Facts } from '../meaning/filters.ts'
import type { ListMeaning } from '../meaning/lists.ts'
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
  const keeps = (record: Json) => keepsRecord(list, params, record)
  const newestFirst = params['pagination.newestFirst'] !== 'false'
  const backward = params['pagination.last'] !== undefined || params['pagination.before'] !== undefined
  const size = Number(params['pagination.first'] ?? params['pagination.last'] ?? DEFAULT_PAGE_SIZE)
  const ordered = newestFirst ? list.all.edges : list.all.edges.toReversed()
  const cursor = params['pagination.after'] ?? params['pagination.before']
  const place = cursor === undefined ? undefined : ordered.findIndex(edge => edge.cursor === cursor)
  // What lies behind the row of the cursor, or in front of it; that row itself need not pass the filters.
  const stretch =
    place === undefined ? ordered : backward ? ordered.slice(0, place) : ordered.slice(place + 1)
  const rest = stretch.filter(({ node }) => keeps(node))
  const rows = backward ? rest.slice(-size) : rest.slice(0, size)
  const more = rest.length > rows.length
  const passed = ordered.filter(({ node }) => keeps(node)).length > rest.length
  return {
    rows,
    hasNextPage: backward ? passed : more,
    hasPreviousPage: backward ? more : passed,
    // A record that has moved since leaves a cursor whose place is not known.
    known:
      place === -1
        ? 'condition'
        : list.all.complete
          ? 'all'
          : newestFirst && !backward
            ? 'start'
            : 'condition',
    size,
    keeps,
  }
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
