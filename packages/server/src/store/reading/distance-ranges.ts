import type { Place } from '../tables/cursor.ts'
import { distancesOf, LAST_CLASS } from '../tables/distance.ts'
import { indexCondition } from '../tables/index-condition.ts'
import { type Reading, read } from './reading.ts'
import type { Bounds, Range, Selection } from './selection.ts'

/** The limits of times, which are 64-bit integers. */
const EARLIEST = -(2n ** 63n)
const LATEST = 2n ** 63n - 1n

/** A class of distances, and the part of the list with its rows. */
export interface Class extends Required<Bounds> {
  readonly number: number
}

/** Returns the requested range of the table's other time; undefined when there is none. */
export function distantRange({ table: { distance }, ranges }: Selection): Range | undefined {
  const range = distance && ranges.get(distance.to)
  return range?.start === undefined && range?.end === undefined ? undefined : range
}

/** Returns the part of the list whose other time can be in its range, for each of the selected classes. */
export function classesOf(selection: Selection): Class[] {
  const range = distantRange(selection) ?? {}
  return (selection.anyOf.get(selection.table.distance?.classes ?? '') ?? []).map(Number).map(number => ({
    number,
    after: { at: EARLIEST, pos: -1n },
    before: { at: LATEST, pos: LATEST },
    ...narrowed(selection, range, number),
  }))
}

/** Returns the bounds of the rows whose other time can be in its range, for all of the selected classes. */
export function outerBounds(selection: Selection): Bounds {
  const range = distantRange(selection)
  const classes = range && selection.anyOf.get(selection.table.distance?.classes ?? '')
  const [lowest, highest] = [classes?.[0], classes?.at(-1)]
  if (!range || lowest === undefined) return selection
  return narrowed(selection, range, Number(lowest), Number(highest))
}

/** Narrows the bounds to the rows of some classes whose other time can be in a range (end exclusive). */
export function narrowed(
  { after, before }: Bounds,
  { start, end }: Range,
  lowest: number,
  highest = lowest,
): Bounds {
  const from = start === undefined ? undefined : placeAt(start - distancesOf(highest).longest)
  const to = end === undefined ? undefined : placeAt(end - distancesOf(lowest).shortest)
  const latest = from && (!after || from.at > after.at) ? from : after
  const earliest = to && (!before || to.at < before.at) ? to : before
  return { ...(latest && { after: latest }), ...(earliest && { before: earliest }) }
}

/** Returns the place just before all rows of a time; that after all rows for a time beyond the limit. */
function placeAt(time: bigint): Place {
  if (time > LATEST) return { at: LATEST, pos: LATEST }
  return { at: time < EARLIEST ? EARLIEST : time, pos: -1n }
}

/** The classes of each table at a checkpoint. Rows change only with the checkpoint. */
const known = new WeakMap<object, Map<string, readonly string[]>>()

/**
 * Adds the classes that have rows as a filter, if a selection has a range of the other time. Most tables have some ten of
 * the 32 classes, and each costs a seek.
 */
export function* withClasses(selection: Selection, head: object): Reading<Selection> {
  const { table, anyOf } = selection
  const { name, distance } = table
  if (!distance || !distantRange(selection)) return selection
  const atHead = known.get(head) ?? new Map<string, readonly string[]>()
  known.set(head, atHead)
  const classes = atHead.get(name) ?? (yield* readClasses(selection, distance.classes))
  atHead.set(name, classes)
  return { ...selection, anyOf: new Map(anyOf).set(distance.classes, classes) }
}

function* readClasses({ table }: Selection, column: string): Reading<string[]> {
  const condition = indexCondition(table, [column]) ?? 'true'
  const end = (order: string) =>
    `(SELECT ${column} FROM ${table.name} WHERE ${column} >= 0 AND ${condition} ORDER BY ${column} ${order} LIMIT 1)`
  const [lowest, highest] = (yield* read(`SELECT ${end('ASC')}, ${end('DESC')}`, []))[0] ?? []
  const all = Array.from({ length: LAST_CLASS + 1 }, (_, number) => String(number))
  return all.slice(Number(lowest ?? 0), Number(highest ?? 0) + 1)
}
