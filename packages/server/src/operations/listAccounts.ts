import { accounts } from '../projections/accounts.ts'
import { badRequest } from '../responses/problem.ts'
import { storedValues } from '../store/reading/conditions.ts'
import { type Reading, rowsOf } from '../store/reading/reading.ts'
import { Template } from '../store/reading/template.ts'
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

/** The derived parties of parties' automated market makers, on all markets or on some. */
const [DERIVED, DERIVED_ON_MARKETS] = [derivedBy(['owner']), derivedBy(['owner', 'market'])]

function derivedBy(columns: readonly string[]): Template {
  return new Template(bindings => {
    const values = columns.map(column => storedValues({ table: accounts }, column, bindings))
    const [parties, markets] = values
    return `SELECT n.text FROM derived_parties d JOIN names n ON n.id = d.derived
      WHERE d.party IN (${parties}) ${markets ? `AND d.market IN (${markets})` : ''}`
  })
}

/** Returns the derived parties of these parties' automated market makers, on these markets if some are given. */
function* derivedFrom(owner: readonly string[], market: readonly string[] | undefined): Reading<string[]> {
  const anyOf = new Map(Object.entries({ owner, ...(market && { market }) }))
  const template = market ? DERIVED_ON_MARKETS : DERIVED
  const rows = yield* rowsOf(
    template.statement({ selection: { table: accounts, anyOf, ranges: new Map() }, limit: 0 }),
  )
  return rows.map(([text]) => text as string)
}
