import { LAST_CLASS } from '../tables/distance.ts'
import { indexCondition } from '../tables/index-condition.ts'
import { distantRange } from './distance-ranges.ts'
import { type Reading, read } from './reading.ts'
import type { Selection } from './selection.ts'

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
