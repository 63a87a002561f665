import { fromJson } from '@bufbuild/protobuf'
import { eventsOfLine, type ReadBlock, StreamRules } from '@trading-network/events'
import { createEventRegistry } from '@trading-network/events/registry'

const busEvent = createEventRegistry().getMessage('vega.events.v1.BusEvent')!

/**
 * Reads lines as the network's own data node does: it stops at a field or value that the schema does not have, and at the
 * first violation of the rules of the stream.
 *
 * @throws Error
 */
export class StrictReader {
  readonly #rules: StreamRules
  events = 0

  constructor(last?: ReadBlock) {
    this.#rules = new StreamRules(last)
  }

  read(line: string): void {
    // The library knows the schema, and nothing that we wrote about JSON.
    fromJson(busEvent, JSON.parse(line))
    const { id, rewardPayout } = JSON.parse(line) as { id: string; rewardPayout?: object }
    if (rewardPayout && 'market' in rewardPayout)
      throw new Error(`${id} has the field market, which was retired in 0.74`)
    for (const event of eventsOfLine(line)) {
      const [violation] = this.#rules.read(event)
      if (violation) throw new Error(`${violation.place}: ${violation.message}`)
      this.events += 1
    }
  }
}
