import { appendFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Chain } from '../chain.ts'
import { account, party } from '../events.ts'

/** Accounts that change in every block. */
const CHANGING = 5
/** Blocks between two new accounts. */
const STEP = 5
const BLOCK_MS = 100

/** Number of accounts at a block. */
export const accountsAt = (height: number) => CHANGING + Math.floor(height / STEP)

/** The accounts of a response or of a watch: party and balance. */
interface Account {
  readonly owner: string
  readonly balance: string
}

/** Throws unless these are the accounts of a block: five have its height as their balance, and none is missing. */
export function requireAccounts(accounts: readonly Account[], height: number): void {
  const current = accounts.filter(({ balance }) => Number(balance) === height).length
  const expected = CHANGING + (height % STEP === 0 ? 1 : 0)
  if (accounts.length !== accountsAt(height) || current !== expected)
    throw new Error(`block ${height} has ${accounts.length} accounts, ${current} of them current`)
}

/** A network that goes on, and a file of its events for each machine. */
export class GrowingNetwork {
  readonly #chain = new Chain()
  readonly #files: { readonly path: string; readonly late: number }[] = []
  readonly #written: Promise<void>
  #last = Infinity

  constructor() {
    this.#written = this.#write()
  }

  /** Height of the last block. */
  get height(): number {
    return Number(this.#chain.height)
  }

  /** Writes all blocks to another file, each this many milliseconds late. */
  addFile(path: string, late = 0): void {
    writeFileSync(path, `${this.#chain.lines.join('\n')}\n`)
    this.#files.push({ path, late })
  }

  /** Ends the network with a block to come. Resolves when that is made; late files get it later. */
  end(last: number): Promise<void> {
    this.#last = last
    return this.#written
  }

  async #write(): Promise<void> {
    while (this.height < this.#last) {
      const before = this.#chain.lines.length
      const height = this.height + 1
      const changed = Array.from({ length: CHANGING }, (_, number) => number)
      if (height % STEP === 0) changed.push(accountsAt(height))
      const balance = String(height)
      this.#chain.block(...changed.map(number => account({ owner: party(number), balance })))
      const text = `${this.#chain.lines.slice(before).join('\n')}\n`
      for (const { path, late } of this.#files) setTimeout(() => appendFileSync(path, text), late)
      await wait(BLOCK_MS)
    }
  }
}
