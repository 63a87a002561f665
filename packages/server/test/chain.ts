import { fromJson } from '@bufbuild/protobuf'
import { type EventKind, payloads } from '@trading-network/events'
import { createEventRegistry } from '@trading-network/events/registry'
import { type EventDraft, Chain as UncheckedChain } from '../src/commands/sample/chain.ts'

export type { EventDraft, Fields } from '../src/commands/sample/chain.ts'

const busEvent = createEventRegistry().getMessage('vega.events.v1.BusEvent')!
const wrong = new WeakSet<EventDraft>()

/** Allows a payload outside the schema. */
export function malformed(draft: EventDraft): EventDraft {
  const copy: EventDraft = [...draft]
  wrong.add(copy)
  return copy
}

/** Checks the payload of a known type with a library that knows the schema. */
function requireSchema(draft: EventDraft): void {
  const [type, fields] = draft
  if (!(type in payloads) || wrong.has(draft)) return
  fromJson(busEvent, { [payloads[type as EventKind]]: JSON.parse(JSON.stringify(fields)) })
}

/** A chain that checks each event against the schema. */
export class Chain extends UncheckedChain {
  constructor(chainId = 'test-chain', start?: bigint) {
    super(chainId, start)
  }

  override block(...events: EventDraft[]): this {
    for (const event of events) requireSchema(event)
    return super.block(...events)
  }
}

/** A 64-character hexadecimal id that is readable in a failure: `id('a', 7)` is aa...a07. */
export function id(kind: string, number: number): string {
  return number.toString(16).padStart(8, '0').padStart(64, kind)
}
