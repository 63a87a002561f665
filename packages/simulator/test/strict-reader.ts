import { fromJson } from '@bufbuild/protobuf'
import type { EventKind } from '@trading-network/events'
import { createEventRegistry } from '@trading-network/events/registry'

/** The part of an event that the rules of the stream are about. */
interface Event extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly type: string
  readonly block: string
  readonly chainId: string
}

const busEvent = createEventRegistry().getMessage('vega.events.v1.BusEvent')!
const ORDER_LISTS: readonly string[] = ['cancelledOrders', 'expiredOrders']

/**
 * Reads lines as the network's own data node does, which stops at: a field or value that the schema does not have, an
 * event outside a block, a gap in heights or numbers, another chain, a market without its settings.
 *
 * @throws Error at the first of these
 */
export class StrictReader {
  #height: bigint | undefined
  #open: { height: bigint; hash: string; next: number } | undefined
  #chain: string | undefined
  events = 0

  read(line: string): void {
    const event = JSON.parse(line) as Event
    // The library knows the schema, and nothing that we wrote about JSON.
    fromJson(busEvent, JSON.parse(line))
    if (event.rewardPayout && 'market' in (event.rewardPayout as object))
      throw new Error(`${event.id} has the field market, which was retired in 0.74`)
    const kind = event.type.replace('BUS_EVENT_TYPE_', '') as EventKind
    this.#chain ??= event.chainId
    if (event.chainId !== this.#chain) throw new Error(`${event.id} is of chain ${event.chainId}`)
    if (kind === 'BEGIN_BLOCK') this.#begin(event)
    this.#number(event)
    if (kind === 'MARKET_CREATED' || kind === 'MARKET_UPDATED') requireSettings(event)
    if (kind === 'END_BLOCK') this.#end(event)
    this.events += 1
  }

  #begin(event: Event): void {
    const { height, hash } = event.beginBlock as { height: string; hash: string }
    if (this.#open) throw new Error(`block ${height} begins inside block ${this.#open.height}`)
    if (this.#height !== undefined && BigInt(height) !== this.#height + 1n)
      throw new Error(`block ${height} follows block ${this.#height}`)
    if (hash.toUpperCase() !== event.block)
      throw new Error(`${event.id}: block ${event.block} has hash ${hash}`)
    this.#open = { height: BigInt(height), hash: event.block, next: 1 }
  }

  #number(event: Event): void {
    const open = this.#open
    if (!open) throw new Error(`${event.id} is outside a block`)
    if (event.id !== `${open.height}-${open.next}`)
      throw new Error(`${event.id} is not ${open.height}-${open.next}`)
    if (event.block !== open.hash)
      throw new Error(`${event.id} has the block ${event.block}, not ${open.hash}`)
    const named = ORDER_LISTS.flatMap(
      field => (event[field] as { orderIds: string[] } | undefined)?.orderIds ?? [],
    )
    open.next += Math.max(1, named.length)
  }

  #end(event: Event): void {
    const { height } = event.endBlock as { height: string }
    if (BigInt(height) !== this.#open?.height) throw new Error(`block ${height} ends out of turn`)
    this.#height = this.#open.height
    this.#open = undefined
  }
}

function requireSettings(event: Event): void {
  const market = (event.marketCreated ?? event.marketUpdated) as Readonly<Record<string, unknown>>
  for (const field of ['priceMonitoringSettings', 'liquidityMonitoringParameters'])
    if (market[field] === undefined) throw new Error(`${event.id}: the market has no ${field}`)
}
