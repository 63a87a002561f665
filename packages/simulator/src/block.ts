import { type EventKind, type PayloadOf, payloads } from '@trading-network/events'
import { type Draft, protojson } from './message.ts'
import type { Random } from './random.ts'

export const SECOND = 1_000_000_000n

/** One block in progress: its time, and the event lines so far. */
export class Block {
  readonly height: number
  /** Block time in Unix nanoseconds. */
  readonly nanos: bigint
  /** One NDJSON line per event, without the newline. */
  readonly lines: string[] = []
  readonly #random: Random
  readonly #hash: string
  readonly #chainId: string
  #txHash: string
  #number = 1

  /** Opens the block: writes its begin event. */
  constructor(height: number, nanos: bigint, chainId: string, random: Random) {
    const hash = random.hex()
    this.height = height
    this.nanos = nanos
    this.#random = random
    this.#hash = hash.toUpperCase()
    this.#chainId = chainId
    this.#txHash = this.#hash
    this.emit('BEGIN_BLOCK', { height, timestamp: nanos, hash })
  }

  /**
   * Writes one event.
   *
   * @param numbers number of event numbers for this event: an event that names orders takes one per order
   */
  emit<Kind extends EventKind>(kind: Kind, message: Draft<PayloadOf<Kind>>, numbers = 1): void {
    const id = `${this.height}-${this.#number}`
    this.#number += numbers
    const payload = `"${payloads[kind]}":${protojson(message)}`
    this.lines.push(
      `{"id":"${id}","block":"${this.#hash}","type":"BUS_EVENT_TYPE_${kind}",${payload},` +
        `"version":1,"chainId":"${this.#chainId}","txHash":"${this.#txHash}"}`,
    )
  }

  /** Runs `action` as one transaction: its events carry the transaction's hash instead of the block's. */
  transact(action: () => void): void {
    this.#txHash = this.#random.hex().toUpperCase()
    action()
    this.#txHash = this.#hash
  }

  end(): void {
    this.emit('END_BLOCK', { height: this.height })
  }
}
