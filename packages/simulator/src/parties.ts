import type { Block } from './block.ts'
import { type Asset, amountOf, type Party } from './model.ts'
import type { Random } from './random.ts'
import type { Process, World } from './world.ts'

const AT_START = 20
const MAX_AT_ONCE = 200

/**
 * Parties. New ones deposit. Above ten times the initial number, as many leave as join. Parties that left are
 * forgotten, so a long run has thousands of parties and memory for a few hundred.
 */
export class Parties implements Process {
  readonly #world: World
  readonly #random: Random

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('parties')
  }

  get live(): number {
    return this.#world.parties.reduce((sum, party) => sum + party.accounts.size, this.#world.parties.length)
  }

  step(block: Block): void {
    const random = this.#random
    const { parties, scale } = this.#world
    const arrivals = block.height === 1 ? this.#world.scaled(AT_START) : random.times(scale / 20)
    for (let n = arrivals; n > 0; n--) block.transact(() => this.#arrive(block))
    while (parties.length > this.#world.scaled(MAX_AT_ONCE)) this.#leave(block)
    for (let n = random.times(scale / 10); n > 0; n--) {
      block.transact(() => this.#deposit(block, random.pick(parties), random.pick(this.#world.assets)))
    }
  }

  #arrive(block: Block): void {
    const party: Party = {
      id: this.#random.hex(),
      accounts: new Map(),
      isolatedMargin: this.#random.chance(0.2),
      stake: 0n,
    }
    this.#world.parties.push(party)
    for (const asset of this.#world.assets) {
      if (this.#random.chance(0.6)) this.#deposit(block, party, asset)
    }
  }

  #deposit(block: Block, party: Party, asset: Asset): void {
    const { ledger, network } = this.#world
    const amount = amountOf(asset, this.#random.between(1_000, 5_000_000) / 100)
    ledger.credit(block, network, { type: 'EXTERNAL', asset }, amount)
    ledger.credit(block, party, { type: 'GENERAL', asset }, amount)
  }

  #leave(block: Block): void {
    const { ledger, assets, parties, regulars } = this.#world
    const party = parties.splice(regulars, 1)[0]!
    block.transact(() => {
      for (const asset of assets) {
        const balance = ledger.balance(party, { type: 'GENERAL', asset })
        ledger.debit(block, party, { type: 'GENERAL', asset }, balance)
      }
    })
  }
}
