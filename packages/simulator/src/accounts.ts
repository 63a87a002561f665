import type { Block } from './block.ts'
import type { Account, Asset, Holder, Market } from './model.ts'

/** Account types by number; the number is the last character of an account's id, counted from `0`. */
const TYPE_NUMBERS = {
  INSURANCE: 1,
  SETTLEMENT: 2,
  MARGIN: 3,
  GENERAL: 4,
  FEES_INFRASTRUCTURE: 5,
  FEES_LIQUIDITY: 6,
  FEES_MAKER: 7,
  BOND: 9,
  EXTERNAL: 10,
  GLOBAL_INSURANCE: 11,
  GLOBAL_REWARD: 12,
  PENDING_TRANSFERS: 13,
  REWARD_MAKER_PAID_FEES: 14,
  REWARD_MAKER_RECEIVED_FEES: 15,
  REWARD_LP_RECEIVED_FEES: 16,
  REWARD_MARKET_PROPOSERS: 17,
  HOLDING: 18,
  LP_LIQUIDITY_FEES: 19,
  LIQUIDITY_FEES_BONUS_DISTRIBUTION: 20,
  NETWORK_TREASURY: 21,
  VESTING_REWARDS: 22,
  VESTED_REWARDS: 23,
  REWARD_AVERAGE_POSITION: 24,
  REWARD_RELATIVE_RETURN: 25,
  REWARD_RETURN_VOLATILITY: 26,
  REWARD_VALIDATOR_RANKING: 27,
  PENDING_FEE_REFERRAL_REWARD: 28,
  ORDER_MARGIN: 29,
  REWARD_REALISED_RETURN: 30,
} as const

/** Account type, without its `ACCOUNT_TYPE_` prefix. */
export type AccountType = keyof typeof TYPE_NUMBERS

/** Every account type. */
export const ACCOUNT_TYPES = Object.keys(TYPE_NUMBERS) as readonly AccountType[]

/** The identity of an account within its holder. */
export interface AccountPlace {
  readonly type: AccountType
  readonly asset: Asset
  /** Absent for an account that belongs to no market. */
  readonly market?: Market
}

/** Books changes of balances and writes an event for each. Balances are never negative. */
export class Ledger {
  /** Opens an account with a zero balance, if it is not open yet. */
  open(block: Block, holder: Holder, place: AccountPlace): Account {
    const key = keyOf(place)
    let account = holder.accounts.get(key)
    if (!account) {
      const digit = String.fromCharCode(48 + TYPE_NUMBERS[place.type])
      account = { id: (place.market?.id ?? '!') + holder.id + place.asset.id + digit, balance: 0n }
      holder.accounts.set(key, account)
      write(block, holder, place, account)
    }
    return account
  }

  /** Current balance; zero when the account is not open. */
  balance(holder: Holder, place: AccountPlace): bigint {
    return holder.accounts.get(keyOf(place))?.balance ?? 0n
  }

  /** Adds to a balance. */
  credit(block: Block, holder: Holder, place: AccountPlace, amount: bigint): void {
    const account = this.open(block, holder, place)
    account.balance += amount
    write(block, holder, place, account)
  }

  /** Takes up to `amount` from a balance, and returns the amount taken. */
  debit(block: Block, holder: Holder, place: AccountPlace, amount: bigint): bigint {
    const account = holder.accounts.get(keyOf(place))
    if (!account) return 0n
    const taken = amount < account.balance ? amount : account.balance
    if (taken > 0n) {
      account.balance -= taken
      write(block, holder, place, account)
    }
    return taken
  }

  /** Moves up to `amount`, limited by the balance, between two accounts of one holder. */
  move(block: Block, holder: Holder, from: AccountPlace, to: AccountPlace, amount: bigint): void {
    const taken = this.debit(block, holder, from, amount)
    if (taken > 0n) this.credit(block, holder, to, taken)
  }

  /** Forgets a holder's accounts in a market that has ended. */
  forget(holder: Holder, market: Market): void {
    for (const key of holder.accounts.keys()) {
      if (key.endsWith(`/${market.code}`)) holder.accounts.delete(key)
    }
  }
}

function keyOf({ type, asset, market }: AccountPlace): string {
  return market ? `${type}/${asset.symbol}/${market.code}` : `${type}/${asset.symbol}`
}

function write(block: Block, holder: Holder, place: AccountPlace, account: Account): void {
  block.emit('ACCOUNT', {
    id: account.id,
    owner: holder.id,
    balance: String(account.balance),
    asset: place.asset.id,
    marketId: place.market?.id ?? '!',
    type: `ACCOUNT_TYPE_${place.type}`,
  })
}
