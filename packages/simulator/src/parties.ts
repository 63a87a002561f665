import { credit, move } from './accounts.ts'
import type { Block } from './block.ts'
import { type Asset, amountOf, type Party } from './model.ts'
import { Process } from './world.ts'

const AT_START = 20
const MAX_AT_ONCE = 200

/**
 * Parties, their deposits and their margin. Above ten times the initial number, the network forgets the oldest. So a
 * long run has thousands of parties and memory for a few hundred.
 */
export class Parties extends Process {
  override step(block: Block): void {
    const { random } = this
    const { parties, assets, rate } = this.world
    const arrivals = block.height === 1 ? this.world.scaled(AT_START) : random.times(rate / 20)
    for (let n = arrivals; n > 0; n--) block.transact(() => this.#arrive(block))
    while (parties.length > this.world.scaled(MAX_AT_ONCE)) parties.splice(this.world.regulars, 1)
    this.transact(block, 0.1, () => this.#deposit(block, random.pick(parties), random.pick(assets)))
    for (let n = random.times(1.5 * rate); n > 0; n--) this.#shiftMargin(block, random.pick(parties))
  }

  #arrive(block: Block): void {
    const party: Party = { id: this.random.hex(), accounts: new Map(), stake: 0n }
    this.world.parties.push(party)
    for (const asset of this.world.assets) {
      if (this.random.chance(0.6)) this.#deposit(block, party, asset)
    }
  }

  #deposit(block: Block, party: Party, asset: Asset): void {
    const amount = amountOf(asset, this.random.between(1_000, 5_000_000) / 100)
    credit(block, this.world.network, { type: 'EXTERNAL', asset }, amount)
    credit(block, party, { type: 'GENERAL', asset }, amount)
  }

  /** Moves funds between a party's general account and its margin on a market, in either direction. */
  #shiftMargin(block: Block, party: Party): void {
    const { random } = this
    const { markets } = this.world
    if (markets.length === 0) return
    const market = random.pick(markets)
    const { asset } = market
    const margin =
      market.product === 'spot'
        ? { type: 'HOLDING', asset }
        : { type: random.chance(0.1) ? 'ORDER_MARGIN' : 'MARGIN', asset, market }
    const general = { type: 'GENERAL', asset }
    const [from, to] = random.chance(0.7) ? [general, margin] : [margin, general]
    move(block, party, from, to, amountOf(asset, random.between(100, 10_000) / 100))
  }
}
