import type { EventKind } from '@trading-network/events'
import blocks from './example-blocks.json' with { type: 'json' }

type Fields = Readonly<Record<string, unknown>>

/** An event of a block: its type without the common prefix, and its payload in JSON form. */
export type EventDraft = readonly [kind: EventKind, message: Fields]

/** The blocks of a network that answers as the contract's examples are written. */
export const exampleBlocks = blocks.map(({ time, events }) => ({
  /** Unix nanoseconds. */
  time: BigInt(time),
  events: events.flatMap(event => Object.entries(event) as EventDraft[]),
}))
