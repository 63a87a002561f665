import { createEventRegistry } from '@trading-network/events/registry'
import type { Block } from './block.ts'
import { type Account, amountOf, type Holder, type Market } from './model.ts'
import type { Random } from './random.ts'

const types = createEventRegistry().getEnum('vega.AccountType')?.values

export type AccountPlace = Omit<Account, 'balance'>

/**
 * Changes a balance at random. Balances do not add up, since no operation returns the transfers between accounts. The
 * account opens at its first change.
 */
export function changeBalance(block: Block, random: Random, holder: Holder, place: AccountPlace): void {
  const before = holder.accounts.get(keyOf(place))?.balance ?? 0n
  const isEmptied = before > 0n && random.chance(0.05)
  const first = amountOf(place.asset, random.between(1_000, 5_000_000) / 100)
  const next = before > 0n ? (before * BigInt(random.between(80, 125))) / 100n : first
  setBalance(block, holder, { ...place, balance: isEmptied ? 0n : next })
}

export function setBalance(block: Block, holder: Holder, account: Account): void {
  holder.accounts.set(keyOf(account), account)
  const { type, asset, market, balance } = account
  const name = `ACCOUNT_TYPE_${type}`
  // The id ends with the number of the type, as a character from `0` on.
  const digit = String.fromCharCode(48 + types!.find(known => known.name === name)!.number)
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

/** Empties a holder's accounts on a market that has ended, and forgets them. */
export function leaveMarket(block: Block, holder: Holder, market: Market): void {
  for (const [key, account] of holder.accounts) {
    if (account.market !== market) continue
    if (account.balance > 0n) setBalance(block, holder, { ...account, balance: 0n })
    holder.accounts.delete(key)
  }
}

function keyOf({ type, asset, market }: AccountPlace): string {
  return `${type}/${asset.symbol}/${market?.id}`
}
