import type { Block } from '@trading-network/simulator'
import type { EventDraft } from './example-events.ts'

type Fields = Readonly<Record<string, unknown>>

/** Each record of the examples that can change does so once in so many blocks. */
const TURN = 14

/**
 * Changes or adds to the records that the requests of the examples return, so that a reader who follows one soon sees a change. Node
 * signatures and the single order stay: nothing changes them on a real network either.
 */
export class ExampleLife {
  readonly #events: readonly EventDraft[]
  #turns = 0
  /** The epoch after the last statistics, which a network sends once per epoch. */
  #epoch: number

  /** @param events the events of the examples */
  constructor(events: readonly EventDraft[]) {
    this.#events = events
    this.#epoch = Number(this.#last('REFERRAL_SET_STATS_UPDATED').atEpoch) + 1
  }

  /** Writes the change that is next, in every second block. `epoch` is the current epoch. */
  step(block: Block, epoch: number): void {
    this.#turns += 1
    const [now, turn] = [block.nanos, this.#turns]
    const emit = (kind: EventDraft[0], changes: Fields) =>
      block.emit(kind, { ...this.#last(kind), ...changes } as object)
    const changes: Readonly<Record<number, () => unknown>> = {
      2: () => emit('FUNDING_PERIOD_DATA_POINT', { price: String(3_412_000_000 + turn), timestamp: now }),
      // The examples ask for the epochs up to theirs.
      4: () => emit('REWARD_PAYOUT_EVENT', { amount: String(1000 + turn) }),
      6: () => emit('STOP_ORDER', this.#stopOrder(block)),
      8: () => emit('ACCOUNT', { balance: String(1_000_000_000 + turn) }),
      10: () => emit('LIQUIDITY_PROVISION', { id: hex(block.height), createdAt: now, updatedAt: now }),
      12: () => emit('STAKE_LINKING', this.#linking(block)),
      0: () =>
        this.#isFirstOf(epoch) &&
        emit('REFERRAL_SET_STATS_UPDATED', {
          atEpoch: String(epoch - 1),
          refereesStats: this.#volumes(turn),
        }),
    }
    changes[turn % TURN]?.()
  }

  #isFirstOf(epoch: number): boolean {
    const isFirst = epoch > this.#epoch
    this.#epoch = epoch
    return isFirst
  }

  /** The newest event of a kind. */
  #last(kind: EventDraft[0]): Fields {
    return this.#events.findLast(([each]) => each === kind)?.[1] ?? {}
  }

  /** Volumes of all referees of the set. */
  #volumes(turn: number): Fields[] {
    const stats = this.#events
      .filter(([kind]) => kind === 'REFERRAL_SET_STATS_UPDATED')
      .flatMap(([, message]) => message.refereesStats as Fields[])
    return stats.map(each => ({ ...each, epochNotionalTakerVolume: String(25_000 + turn) }))
  }

  /** A new link of stake; the external chain counts in seconds. */
  #linking({ height, nanos }: Block): Fields {
    const seconds = String(nanos / 1_000_000_000n)
    return { id: hex(height), ts: seconds, blockTime: seconds, status: 'STATUS_ACCEPTED', finalizedAt: nanos }
  }

  /** A new stop order of the party of the examples. */
  #stopOrder({ height, nanos }: Block): Fields {
    const { stopOrder, ...rest } = this.#last('STOP_ORDER')
    return {
      ...rest,
      stopOrder: { ...(stopOrder as Fields), id: hex(height), createdAt: nanos, updatedAt: nanos },
    }
  }
}

/** An id that no record of the examples has. */
function hex(number: number): string {
  return number.toString(16).padStart(64, '5')
}
