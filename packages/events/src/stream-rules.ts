import type { BusEvent } from './event.ts'
import { brokenRecordRules } from './record-rules.ts'
import { StreamOrder } from './stream-order.ts'
import type { Violation } from './stream-violation.ts'

/** Checks events against all rules, one after the other. */
export class StreamRules extends StreamOrder {
  /**
   * Reads the next event.
   *
   * @returns the rules that it breaks, the order of the stream first
   * @throws MalformedEvent when the event has no valid form
   */
  override read(event: BusEvent): Violation[] {
    return [...super.read(event), ...brokenRecordRules(event, event.payload() ?? {}, this.time)]
  }
}
