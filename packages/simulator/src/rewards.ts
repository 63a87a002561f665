import { changeBalance } from './accounts.ts'
import { ASSETS } from './assets.ts'
import type { Block } from './block.ts'
import { amountOf } from './model.ts'
import { inTurn } from './random.ts'
import { Process } from './world.ts'

const PAYING_TYPES = [
  ...['GLOBAL_REWARD', 'REWARD_MAKER_PAID_FEES', 'REWARD_MAKER_RECEIVED_FEES', 'FEES_INFRASTRUCTURE'],
  ...['REWARD_LP_RECEIVED_FEES', 'REWARD_AVERAGE_POSITION', 'REWARD_MARKET_PROPOSERS'],
  ...['REWARD_RELATIVE_RETURN', 'REWARD_RETURN_VOLATILITY', 'REWARD_VALIDATOR_RANKING'],
  'REWARD_REALISED_RETURN',
]

const POTS_PER_EPOCH = 5
const MAX_WINNERS = 6
const LOCKED_EPOCHS = 5

/** Rewards at the end of each epoch: payouts to the winners of some pots, which vest later. */
export class Rewards extends Process {
  readonly #type = inTurn(PAYING_TYPES)

  override endEpoch(block: Block, epoch: number): void {
    // The epoch of the first block has no trades.
    if (epoch === 0) return
    const { random } = this
    for (let n = this.world.scaled(POTS_PER_EPOCH); n > 0; n--) {
      this.#payOut(block, epoch)
      const vested = { type: 'VESTED_REWARDS', asset: random.pick(ASSETS) }
      changeBalance(block, random, random.pick(this.world.parties), vested)
    }
  }

  #payOut(block: Block, epoch: number): void {
    const { random } = this
    const { parties } = this.world
    const type = this.#type()
    const asset = random.pick(ASSETS)
    const drawn = Array.from({ length: random.between(1, MAX_WINNERS) }, () => random.pick(parties))
    const winners = new Set(drawn)
    for (const party of winners) {
      const units = random.between(1, 1000) / 100
      block.emit('REWARD_PAYOUT_EVENT', {
        party: party.id,
        epochSeq: String(epoch),
        asset: asset.id,
        amount: String(amountOf(asset, units)),
        percentOfTotalReward: String(Number((100 / winners.size).toFixed(4))),
        timestamp: block.nanos,
        rewardType: `ACCOUNT_TYPE_${type}`,
        lockedUntilEpoch: String(epoch + LOCKED_EPOCHS),
        quantumAmount: String(units),
      })
      changeBalance(block, random, party, { type: 'VESTING_REWARDS', asset })
    }
  }
}
