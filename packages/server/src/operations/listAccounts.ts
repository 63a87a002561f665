import { accounts } from '../projections/accounts.ts'
import { badRequest } from '../responses/problem.ts'
import { idsOf } from '../store/reading/conditions.ts'
import { type Reading, read, type SqlValue } from '../store/reading/reading.ts'
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
  const values: SqlValue[] = []
  const ofParties = `d.party IN (${idsOf(parties, values)})`
  const onMarkets = markets ? `AND d.market IN (${idsOf(markets, values)})` : ''
  const rows = yield* read(
    `SELECT n.text FROM derived_parties d JOIN names n ON n.id = d.derived WHERE ${ofParties} ${onMarkets}`,
    values,
  )
  return rows.map(([text]) => text as string)
}
