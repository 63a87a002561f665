import { BEGIN, END, isEventType, MalformedEvent } from '@trading-network/events'
import { projections } from '../projections/index.ts'
import { shortened } from './printable.ts'

/** Returns true if events of this type feed a read model, or begin or end a block. */
export function isRead(type: string): boolean {
  return projections.has(type) || type === BEGIN || type === END
}

/** @throws MalformedEvent for a type that no release of the network has, as after a damaged byte */
export function requireKnown(type: string): void {
  if (isEventType(type)) return
  throw new MalformedEvent(
    `no release of the network has the type ${shortened(type)}; check the event, or accept it with --accept types`,
  )
}

/** Maximum number of types that are counted apart. A network has a few dozen; nonsense must not fill the memory. */
const MAX_TYPES = 100
const OTHERS = 'other'

export function countType(types: Map<string, number>, type: string): void {
  const key = types.has(type) ? type : newKey(types, type)
  types.set(key, (types.get(key) ?? 0) + 1)
}

function newKey(types: ReadonlyMap<string, number>, type: string): string {
  return types.size < MAX_TYPES || isRead(type) ? shortened(type) : OTHERS
}
