import { indexCondition } from '../tables/index-condition.ts'
import { distantRange } from './distance-ranges.ts'
import { type Reading, read } from './reading.ts'
import type { Selection } from './selection.ts'

type Classes = NonNullable<Selection['classes']>

/** The classes of each table at a checkpoint. Rows change only with the checkpoint. */
const known = new WeakMap<object, Map<string, Classes>>()

/**
 * Limits a selection with a range of the other time to the classes that have rows. Most tables have some ten of the 32
 * classes, and each costs a seek.
 */
export function* presentClasses(selection: Selection, head: object): Reading<Selection> {
  const { name, distance } = selection.table
  if (!distance || !distantRange(selection)) return selection
  const atHead = known.get(head) ?? new Map<string, Classes>()
  known.set(head, atHead)
  const classes = atHead.get(name) ?? (yield* readClasses(selection, distance.classes))
  atHead.set(name, classes)
  return { ...selection, classes }
}

function* readClasses({ table }: Selection, column: string): Reading<Classes> {
  const condition = indexCondition(table, [column]) ?? 'true'
  const end = (order: string) =>
    `(SELECT ${column} FROM ${table.name} WHERE ${column} >= 0 AND ${condition} ORDER BY ${column} ${order} LIMIT 1)`
  const [lowest, highest] = (yield* read(`SELECT ${end('ASC')}, ${end('DESC')}`, []))[0] ?? []
  return [Number(lowest ?? 0), Number(highest ?? 0)]
}
