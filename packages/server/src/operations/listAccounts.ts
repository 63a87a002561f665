import { accounts } from '../projections/accounts.ts'
import { badRequest } from '../responses/problem.ts'
import { type Reading, read } from '../store/reading/reading.ts'
import { rounded } from '../store/reading/selection.ts'
import { type Answering, many, one } from './operation.ts'
import { readPage } from './page.ts'

export const listAccounts: Answering = function* (query, head) {
  const parties = many(query['filter.partyIds'])
  const markets = many(query['filter.marketIds'])
  if (query.includeDerivedParties === true && !parties) {
    const description = 'is required when includeDerivedParties is true; give the parties to derive from'
    throw badRequest([{ field: 'filter.partyIds', description }])
  }
  const derived = query.includeDerivedParties === true && parties ? yield* derivedFrom(parties, markets) : []
  const page = yield* readPage(accounts, query, head, {
    anyOf: {
      owner: parties && [...parties, ...derived],
      market: markets,
      asset: one(query['filter.assetId']),
      type: many(query['filter.accountTypes']),
    },
  })
  return `{"accounts":${page}}`
}

/** Returns the derived parties of these parties' automated market makers, on these markets if some are given. */
function* derivedFrom(parties: readonly string[], markets: readonly string[] | undefined): Reading<string[]> {
  const [ofParties, ofMarkets] = [rounded(parties), rounded(markets ?? [])]
  const onMarkets = markets ? `AND market IN (${nameIds(ofMarkets.length, ofParties.length)})` : ''
  const rows = yield* read(
    `SELECT n.text FROM derived_parties d JOIN names n ON n.id = d.derived
     WHERE d.party IN (${nameIds(ofParties.length, 0)}) ${onMarkets}`,
    [...ofParties, ...ofMarkets],
  )
  return rows.map(([text]) => text as string)
}

function nameIds(count: number, offset: number): string {
  const values = Array.from({ length: count }, (_, index) => `?${offset + index + 1}`)
  return `SELECT id FROM names WHERE text IN (${values.join(', ')})`
}
