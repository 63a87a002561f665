import { idOf } from './chance.ts'
import type { Draft, Moment } from './events.ts'
import { ASSETS, MARKETS, PER_BLOCK } from './population.ts'

/** One account in five is the first one of a new party. */
const PARTIES_PER_BLOCK = PER_BLOCK.accounts / 5

/** Accounts of new parties, and further ones of known parties: a page of one party's lies all over the time. */
export class Accounts {
  #parties = 0;

  *next(moment: Moment): Generator<Draft> {
    for (let number = 0; number < PER_BLOCK.accounts; number += 1) {
      const party = number < PARTIES_PER_BLOCK ? this.#parties++ : moment.chance.below(this.#parties)
      yield number < PARTIES_PER_BLOCK ? general(moment, party) : onMarket(moment, party)
    }
  }
}

function general({ chance }: Moment, party: number): Draft {
  const asset = idOf('asset', party % ASSETS)
  return account(idOf('party', party), asset, '!', 'ACCOUNT_TYPE_GENERAL', chance.below(1e9))
}

function onMarket({ chance }: Moment, party: number): Draft {
  const market = chance.below(MARKETS)
  const asset = idOf('asset', market % ASSETS)
  const type = chance.of(['ACCOUNT_TYPE_MARGIN', 'ACCOUNT_TYPE_ORDER_MARGIN', 'ACCOUNT_TYPE_BOND'])
  return account(idOf('party', party), asset, idOf('market', market), type, chance.below(1e9))
}

function account(owner: string, asset: string, marketId: string, type: string, balance: number): Draft {
  return ['ACCOUNT', 'account', { owner, asset, marketId, type, balance: String(balance) }]
}
