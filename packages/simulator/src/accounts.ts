import { createEventRegistry } from '@trading-network/events/registry'
import type { Block } from './block.ts'
import type { Account, Holder, Market } from './model.ts'

/** The numbers of account types by name. */
const TYPE_NUMBERS = new Map(
  createEventRegistry()
    .getEnum('vega.AccountType')
    ?.values.map(({ name, number }) => [name, number]),
)

export type AccountPlace = Omit<Account, 'balance'>

/** Adds to a balance. Opens the account at its first use, also for zero. */
export function credit(block: Block, holder: Holder, place: AccountPlace, amount: bigint): void {
  const account = holder.accounts.get(keyOf(place)) ?? { ...place, balance: 0n }
  holder.accounts.set(keyOf(place), account)
  account.balance += amount
  write(block, holder, account)
}

/** Takes up to `amount` from a balance, by default all of it, and returns the amount taken. */
export function debit(block: Block, holder: Holder, place: AccountPlace, amount?: bigint): bigint {
  const account = holder.accounts.get(keyOf(place))
  if (!account) return 0n
  const taken = amount !== undefined && amount < account.balance ? amount : account.balance
  account.balance -= taken
  if (taken > 0n) write(block, holder, account)
  return taken
}

/** Moves up to `amount`, by default the whole balance, between two accounts of one holder. */
export function move(
  block: Block,
  holder: Holder,
  from: AccountPlace,
  to: AccountPlace,
  amount?: bigint,
): void {
  const taken = debit(block, holder, from, amount)
  if (taken > 0n) credit(block, holder, to, taken)
}

/** Moves a holder's balances on a market that has ended to the account of `type`, and forgets the empty accounts. */
export function leaveMarket(block: Block, holder: Holder, market: Market, type: string): void {
  for (const [key, account] of holder.accounts) {
    if (account.market !== market) continue
    move(block, holder, account, { type, asset: account.asset })
    holder.accounts.delete(key)
  }
}

/** Opens an account with a balance from before the simulation, without an event. */
export function restore(holder: Holder, account: Account): void {
  holder.accounts.set(keyOf(account), account)
}

function keyOf({ type, asset, market }: AccountPlace): string {
  return `${type}/${asset.symbol}/${market?.id}`
}

function write(block: Block, holder: Holder, { type, asset, market, balance }: Account): void {
  const name = `ACCOUNT_TYPE_${type}`
  // The id ends with the number of the type, as a character from `0` on.
  const digit = String.fromCharCode(48 + (TYPE_NUMBERS.get(name) as number))
  const marketId = market?.id ?? '!'
  block.emit('ACCOUNT', {
    id: marketId + holder.id + asset.id + digit,
    owner: holder.id,
    balance: String(balance),
    asset: asset.id,
    marketId,
    type: name,
  })
}
