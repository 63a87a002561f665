import type { BusEvent } from './event.ts'
import { brokenRecordRules } from './record-rules.ts'
import { type ReadBlock, StreamOrder } from './stream-order.ts'
import type { Violation } from './stream-violation.ts'

/** Checks events against all rules, one after the other. */
export class StreamRules {
  readonly #order: StreamOrder

  /** @param last the last block that was read before, if any */
  constructor(last?: ReadBlock) {
    this.#order = new StreamOrder(last)
  }

  /**
   * Reads the next event.
   *
   * @returns the rules that it breaks, the order of the stream first
   * @throws MalformedEvent when the event has no valid form
   */
  read(event: BusEvent): Violation[] {
    const found = this.#order.read(event)
    const { time } = this.#order
    const kind = event.type.replace('BUS_EVENT_TYPE_', '')
    const broken = brokenRecordRules(kind, event.payload() ?? {}, time)
    return [...found, ...broken.map(([rule, message]) => ({ rule, place: event.id, message }) as Violation)]
  }
}
