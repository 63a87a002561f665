import { idOf } from './chance.ts'
import type { Draft, Moment } from './events.ts'
import { BLOCK_NANOS, MARKETS, PER_BLOCK } from './population.ts'

/** Parties that place stop orders, more of them as the network grows. */
const PARTIES_PER_BLOCK = 0.2
const MAX_BLOCKS = 5000

interface Live {
  readonly number: number
  readonly created: Moment
  readonly party: number
  readonly market: number
  readonly strategy: string
}

/** New stop orders, and the ends of those whose time has come: most live for minutes, some for days. */
export class StopOrders {
  /** By the block in which they end. */
  readonly #live = new Map<number, Live[]>()
  #number = 0;

  *next(moment: Moment): Generator<Draft> {
    const { block, chance } = moment
    for (let count = 0; count < PER_BLOCK.stopOrders; count += 1) {
      const live = this.#place(moment)
      const ends = block + Math.floor(MAX_BLOCKS ** chance.fraction())
      const others = this.#live.get(ends)
      if (others) others.push(live)
      else this.#live.set(ends, [live])
      yield stopOrder(live, moment, 'STATUS_PENDING')
    }
    for (const live of this.#live.get(block) ?? [])
      yield stopOrder(
        live,
        moment,
        chance.of(['STATUS_TRIGGERED', 'STATUS_CANCELLED', 'STATUS_EXPIRED', 'STATUS_STOPPED']),
      )
    this.#live.delete(block)
  }

  #place(moment: Moment): Live {
    const { block, chance } = moment
    this.#number += 1
    return {
      number: this.#number,
      created: moment,
      party: chance.skewed(100 + block * PARTIES_PER_BLOCK),
      market: chance.skewed(MARKETS),
      strategy: chance.of(['UNSPECIFIED', 'CANCELS', 'SUBMIT']),
    }
  }
}

function stopOrder({ number, created, party, market, strategy }: Live, now: Moment, status: string): Draft {
  const partyId = idOf('party', party)
  const marketId = idOf('market', market)
  // Two events of a block are apart by less than the block, as those of a network's transactions are.
  const nanos = BigInt(number) % BLOCK_NANOS
  return [
    'STOP_ORDER',
    'stopOrder',
    {
      submission: {
        marketId,
        price: String(1_000_000 + (number % 1000)),
        size: String(1 + (number % 100)),
        side: number % 2 === 0 ? 'SIDE_BUY' : 'SIDE_SELL',
        timeInForce: 'TIME_IN_FORCE_IOC',
        type: 'TYPE_MARKET',
        reduceOnly: true,
      },
      stopOrder: {
        id: idOf('stop order', number),
        expiryStrategy: `EXPIRY_STRATEGY_${strategy}`,
        triggerDirection: 'TRIGGER_DIRECTION_FALLS_BELOW',
        status,
        createdAt: String(created.time + nanos),
        ...(status !== 'STATUS_PENDING' && { updatedAt: String(now.time + nanos) }),
        ...(status === 'STATUS_TRIGGERED' && { orderId: idOf('order', number) }),
        partyId,
        marketId,
        sizeOverrideSetting: 'SIZE_OVERRIDE_SETTING_NONE',
        price: String(1_000_000 + (number % 1000)),
      },
    },
  ]
}
