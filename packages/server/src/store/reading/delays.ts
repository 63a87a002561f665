import { indexCondition } from '../tables/index-condition.ts'
import { type Reading, read } from './reading.ts'
import { type Selection, within } from './selection.ts'

const SECOND = 1_000_000_000n
/** Less than so many seconds are lost when both times are rounded. */
const ROUNDED = 2n

/** The least and the greatest delay of a table. */
type Ends = readonly [least: bigint, greatest: bigint]

/** Those of each table at a checkpoint. Rows change only with the checkpoint. */
const known = new WeakMap<object, Map<string, Ends>>()

/** Narrows a selection by a range of a table's other time to the part of the list that can have its rows. */
export function* withDelays(selection: Selection, head: object): Reading<Selection> {
  const { table, ranges } = selection
  const range = table.delay && ranges.get(table.delay.of)
  if (!table.delay || !range) return selection
  const atHead = known.get(head) ?? new Map<string, Ends>()
  known.set(head, atHead)
  const ends = atHead.get(table.name) ?? (yield* readEnds(selection, table.delay.column))
  atHead.set(table.name, ends)
  const [least, greatest] = ends
  return within(selection, {
    ...(range.start !== undefined && { start: range.start - (greatest + ROUNDED) * SECOND }),
    ...(range.end !== undefined && { end: range.end - (least - ROUNDED) * SECOND }),
  })
}

function* readEnds({ table }: Selection, column: string): Reading<Ends> {
  const condition = indexCondition(table, [column])
  // The bound makes it a seek.
  const end = (order: string) =>
    `(SELECT ${column} FROM ${table.name} WHERE ${column} > ${-(2n ** 62n)} AND ${condition} ORDER BY ${column} ${order} LIMIT 1)`
  const text = `SELECT ${end('ASC')}, ${end('DESC')}`
  const [least, greatest] = (yield* read({ text, values: [] }))[0] ?? []
  return [(least as bigint | null) ?? 0n, (greatest as bigint | null) ?? 0n]
}
