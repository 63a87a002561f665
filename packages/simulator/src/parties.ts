import { changeBalance } from './accounts.ts'
import { ASSETS } from './assets.ts'
import type { Block } from './block.ts'
import type { Party } from './model.ts'
import { Process } from './world.ts'

const AT_START = 20
const MAX_AT_ONCE = 200
/** The first ones stay to the end. */
const STAYING = 4

/**
 * Parties and their balances. Above ten times the initial number, the network forgets old ones. So a long run has
 * thousands of parties and memory for a few hundred.
 */
export class Parties extends Process {
  override start(block: Block): void {
    for (let n = this.world.scaled(AT_START); n > 0; n--) block.transact(() => this.#arrive(block))
  }

  override step(block: Block): void {
    const { random } = this
    const { parties } = this.world
    this.transact(block, 0.05, () => this.#arrive(block))
    while (parties.length > this.world.scaled(MAX_AT_ONCE)) parties.splice(this.world.scaled(STAYING), 1)
    this.transact(block, 3, () => this.#change(block, random.pick(parties)))
  }

  #arrive(block: Block): void {
    const party: Party = { id: this.random.hex(), accounts: new Map(), stake: 0n }
    this.world.parties.push(party)
    for (const asset of ASSETS) {
      if (this.random.chance(0.6)) changeBalance(block, this.random, party, { type: 'GENERAL', asset })
    }
  }

  /** Changes a general account, or one with the margin or the funds that are held for a market. */
  #change(block: Block, party: Party): void {
    const { random } = this
    const market = random.pick(this.world.markets)
    const { asset, product } = market
    const place =
      product === 'spot'
        ? { type: 'HOLDING', asset }
        : { type: random.chance(0.1) ? 'ORDER_MARGIN' : 'MARGIN', asset, market }
    changeBalance(block, random, party, random.chance(0.5) ? { type: 'GENERAL', asset } : place)
  }
}
