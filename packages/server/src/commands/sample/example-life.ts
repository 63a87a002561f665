import type { EventKind } from '@trading-network/events'
import type { Block } from '@trading-network/simulator'
import blocks from './example-blocks.json' with { type: 'json' }

type Fields = Readonly<Record<string, unknown>>

/** An event of a block: its type without the common prefix, and its payload in JSON form. */
type EventDraft = readonly [kind: EventKind, message: Fields]

/** The blocks of a network that answers as the contract's examples are written. */
export const exampleBlocks = blocks.map(({ time, events }) => ({
  /** Unix nanoseconds. */
  time: BigInt(time),
  events: events.flatMap(event => Object.entries(event) as EventDraft[]),
}))

/** Each record of the examples that can change does so once in so many blocks. */
const TURN = 12

/**
 * Changes or adds to the records that the requests of the examples return, so that a reader who follows one soon sees a
 * change. Node signatures and the single order stay: nothing changes them on a real network either.
 */
export class ExampleLife {
  #turns = 0
  /** The epoch after the last statistics, which a network sends once per epoch. */
  #epoch = Number(newest('REFERRAL_SET_STATS_UPDATED').atEpoch) + 1

  /** Writes the change that is next, in every second block. `epoch` is the current epoch. */
  step(block: Block, epoch: number): void {
    this.#turns += 1
    const { nanos } = block
    const [turn, id] = [this.#turns, newId(block)]
    // The external chain counts in seconds.
    const seconds = String(nanos / 1_000_000_000n)
    const created = { id, createdAt: nanos, updatedAt: nanos }
    const emit = (kind: EventKind, changes: Fields) =>
      block.emit(kind, { ...newest(kind), ...changes } as object)
    const changes: Readonly<Record<number, () => void>> = {
      2: () => emit('FUNDING_PERIOD_DATA_POINT', { price: String(3_412_000_000 + turn), timestamp: nanos }),
      // The examples ask for the epochs up to theirs.
      4: () => emit('REWARD_PAYOUT_EVENT', { amount: String(1000 + turn) }),
      6: () =>
        emit('STOP_ORDER', { stopOrder: { ...(newest('STOP_ORDER').stopOrder as Fields), ...created } }),
      8: () => emit('ACCOUNT', { balance: String(1_000_000_000 + turn) }),
      10: () => emit('LIQUIDITY_PROVISION', { ...created, version: '1' }),
      0: () =>
        emit('STAKE_LINKING', {
          ...{ id, ts: seconds, blockTime: seconds },
          ...{ status: 'STATUS_ACCEPTED', finalizedAt: nanos },
        }),
    }
    changes[turn % TURN]?.()
    // The network writes the statistics of a set once for each epoch that has ended.
    if (epoch > this.#epoch)
      emit('REFERRAL_SET_STATS_UPDATED', { atEpoch: String(epoch - 1), refereesStats: volumes(turn) })
    this.#epoch = epoch
  }
}

/** The newest event of a kind. */
function newest(kind: EventKind): Fields {
  return exampleBlocks.flatMap(({ events }) => events).findLast(([each]) => each === kind)?.[1] ?? {}
}

/** Volumes of all referees of the set. */
function volumes(turn: number): Fields[] {
  const stats = newest('REFERRAL_SET_STATS_UPDATED').refereesStats as Fields[]
  return stats.map(each => ({ ...each, epochNotionalTakerVolume: String(25_000 + turn) }))
}

/** An id that no record of the examples has. */
function newId({ height }: Block): string {
  return height.toString(16).padStart(64, '5')
}
