import type { AccountType } from './accounts.ts'
import type { Block } from './block.ts'
import { type Asset, amountOf, type Party } from './model.ts'
import { inTurn, type Random } from './random.ts'
import type { Process, World } from './world.ts'

const PAYING_TYPES: readonly AccountType[] = [
  'GLOBAL_REWARD',
  'REWARD_MAKER_PAID_FEES',
  'REWARD_MAKER_RECEIVED_FEES',
  'FEES_INFRASTRUCTURE',
  'REWARD_LP_RECEIVED_FEES',
  'REWARD_AVERAGE_POSITION',
  'REWARD_MARKET_PROPOSERS',
  'REWARD_RELATIVE_RETURN',
  'REWARD_RETURN_VOLATILITY',
  'REWARD_VALIDATOR_RANKING',
  'REWARD_REALISED_RETURN',
]

const POTS_PER_EPOCH = 5
const MAX_WINNERS = 6
const LOCKED_EPOCHS = 5

/** The source of one reward in one epoch. */
interface Pot {
  readonly epoch: number
  readonly type: AccountType
  readonly asset: Asset
  /** Undefined for rewards without a competition. */
  readonly gameId: string | undefined
}

/** Rewards at the end of each epoch: payouts to the winners of some pots, and vesting of earlier ones. */
export class Rewards implements Process {
  readonly #world: World
  readonly #random: Random
  readonly #type = inTurn(PAYING_TYPES)

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('rewards')
  }

  get live(): number {
    return 0
  }

  endEpoch(block: Block, epoch: number): void {
    // The epoch of the first block has no trades.
    if (epoch === 0) return
    for (let n = this.#world.scaled(POTS_PER_EPOCH); n > 0; n--) this.#payOut(block, epoch)
    for (let n = this.#world.scaled(POTS_PER_EPOCH); n > 0; n--) {
      this.#vest(block, this.#random.pick(this.#world.parties))
    }
  }

  #payOut(block: Block, epoch: number): void {
    const random = this.#random
    const { parties, assets } = this.#world
    const type = this.#type()
    const inGame = type.startsWith('REWARD_')
    const asset = random.pick(assets)
    const pot = { epoch, type, asset, gameId: inGame ? random.hex() : undefined }
    const winners = new Map<Party, number>()
    for (let n = random.between(1, MAX_WINNERS); n > 0; n--) {
      winners.set(random.pick(parties), random.between(1, 1000) / 100)
    }
    const whole = [...winners.values()].reduce((sum, units) => sum + units, 0)
    for (const [party, units] of winners) this.#pay(block, pot, party, units, (100 * units) / whole)
  }

  #pay(block: Block, pot: Pot, party: Party, units: number, percent: number): void {
    const { epoch, type, asset, gameId } = pot
    const amount = amountOf(asset, units)
    block.emit('REWARD_PAYOUT_EVENT', {
      party: party.id,
      epochSeq: String(epoch),
      asset: asset.id,
      amount: String(amount),
      percentOfTotalReward: String(Number(percent.toFixed(4))),
      timestamp: block.time,
      rewardType: `ACCOUNT_TYPE_${type}`,
      lockedUntilEpoch: String(epoch + (gameId ? LOCKED_EPOCHS : 0)),
      quantumAmount: String(units),
      gameId,
    })
    const place = { type: gameId ? 'VESTING_REWARDS' : 'VESTED_REWARDS', asset } as const
    this.#world.ledger.credit(block, party, place, amount)
  }

  /** Frees a quarter of the vesting balance. The previously free balance goes to the general account. */
  #vest(block: Block, party: Party): void {
    const { ledger, assets } = this.#world
    for (const asset of assets) {
      const vesting = { type: 'VESTING_REWARDS', asset } as const
      const vested = { type: 'VESTED_REWARDS', asset } as const
      const free = ledger.balance(party, vested)
      ledger.move(block, party, vested, { type: 'GENERAL', asset }, free)
      ledger.move(block, party, vesting, vested, ledger.balance(party, vesting) / 4n)
    }
  }
}
