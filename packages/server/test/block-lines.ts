import { type EventKind, payloads } from '@trading-network/events'

export type Fields = Readonly<Record<string, unknown>>

/** An event to put into a block: its type without the common prefix, its payload in JSON form. */
export type EventDraft = readonly [type: string, message: Fields]

export interface BlockOfChain {
  readonly chainId: string
  readonly height: bigint
  /** Unix nanoseconds. */
  readonly time: bigint
}

/** Returns the event lines of a block, with its begin and its end. */
export function blockLines({ chainId, height, time }: BlockOfChain, events: readonly EventDraft[]): string[] {
  const hash = height.toString(16).toUpperCase().padStart(64, 'A')
  const begin: EventDraft = [
    'BEGIN_BLOCK',
    { height: String(height), timestamp: String(time), hash: hash.toLowerCase() },
  ]
  const end: EventDraft = ['END_BLOCK', { height: String(height) }]
  let number = 1
  return [begin, ...events, end].map(([type, message]) => {
    const field = type in payloads ? payloads[type as EventKind] : type.toLowerCase()
    const line = {
      id: `${height}-${number}`,
      block: hash,
      type: `BUS_EVENT_TYPE_${type}`,
      [field]: message,
      version: 1,
      chainId,
      txHash: hash,
    }
    // One that ends several orders takes a number for each. JSON of protobuf has either name.
    const orderIds = message.orderIds ?? message.order_ids
    number += Array.isArray(orderIds) ? Math.max(1, orderIds.length) : 1
    return JSON.stringify(line)
  })
}
