import type { BusEvent, Message, Payload } from '@trading-network/events'
import { ids } from '../projections/fields.ts'
import { OutOfOrder } from './block-sequence.ts'
import { shortened } from './printable.ts'

/** Each of these events takes one number per order in it. */
const ORDER_LISTS = new Set(['BUS_EVENT_TYPE_CANCELLED_ORDERS', 'BUS_EVENT_TYPE_EXPIRED_ORDERS'])

/**
 * Checks that the event numbers of a block run from 1 without a gap, which proves that a stream of all types has
 * dropped nothing. An event's id is `<height>-<number>`.
 */
export class EventNumbers {
  #next = 1

  begin(): void {
    this.#next = 1
  }

  /** @throws OutOfOrder when events are missing before this one */
  check({ id, type }: BusEvent, message: Payload | undefined): void {
    const number = Number(id.slice(id.lastIndexOf('-') + 1))
    if (number !== this.#next)
      throw new OutOfOrder(
        `event ${shortened(id)} follows number ${this.#next - 1} of its block: events are missing; read from a source that is complete, or leave --complete out`,
      )
    const orders = ORDER_LISTS.has(type) && message
    this.#next += orders ? ids(orders as Message<'vega.events.v1.CancelledOrders'>, 'orderIds').length : 1
  }
}
