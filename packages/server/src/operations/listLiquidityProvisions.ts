import { liquidityProvisions } from '../projections/liquidity-provisions.ts'
import { type Answering, one } from './operation.ts'
import { readPage } from './page.ts'

export const listLiquidityProvisions: Answering = function* (query, head) {
  const page = yield* readPage(liquidityProvisions, query, head, {
    anyOf: {
      market: one(query.marketId),
      party: one(query.partyId),
      reference: one(query.reference),
      live: query.live === true ? ['0', '1'] : ['0'],
    },
  })
  return `{"liquidityProvisions":${page}}`
}
