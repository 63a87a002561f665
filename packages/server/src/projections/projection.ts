import type { EventKind, Message, PayloadOf } from '@trading-network/events'
import { encodeCursor, type Place } from '../store/tables/cursor.ts'
import type { ListedTable } from '../store/tables/table.ts'
import type { Batch } from './batch.ts'

export type Projection<Kind extends EventKind = EventKind> = (
  payload: Message<PayloadOf<Kind>>,
  batch: Batch,
) => void

/** Returns the edge of a record, exactly as in a page. */
export function edgeOf(table: ListedTable, place: Place, node: object): string {
  return `{"node":${JSON.stringify(node)},${edgeEnd(table, place)}`
}

/** Returns the part of an edge after its node. */
export function edgeEnd(table: ListedTable, { at, pos }: Place): string {
  return `"cursor":"${encodeCursor(table.tag, { at, pos })}"}`
}
