import { accounts } from '../projections/accounts.ts'
import { storedValues } from '../store/reading/conditions.ts'
import { type Reading, read } from '../store/reading/reading.ts'
import { Template } from '../store/reading/template.ts'
import { type Answering, many, one } from './operation.ts'
import { readPage } from './page.ts'

export const listAccounts: Answering = {
  list: accounts,
  contradictions: query => {
    if (query.includeDerivedParties !== true || many(query['filter.partyIds'])) return []
    const description = 'is required when includeDerivedParties is true; give the parties to derive from'
    return [{ field: 'filter.partyIds', description }]
  },
  *read(query, head) {
    const parties = many(query['filter.partyIds']) ?? []
    const market = many(query['filter.marketIds'])
    const derived = query.includeDerivedParties === true ? yield* derivedFrom(parties, market) : []
    const page = yield* readPage(accounts, query, head, {
      anyOf: {
        owner: many([...new Set([...parties, ...derived])]),
        market,
        asset: one(query['filter.assetId']),
        type: many(query['filter.accountTypes']),
      },
    })
    return `{"accounts":${page}}`
  },
}

const DERIVED = new Template(
  bindings => `SELECT d.text, m.text FROM derived_parties JOIN names d ON d.id = derived JOIN names m ON m.id = market
    WHERE party IN (${storedValues({ table: accounts }, 'owner', bindings)})`,
)

/** Returns the derived parties of these parties' automated market makers, on these markets if some are given. */
function* derivedFrom(owner: readonly string[], markets?: readonly string[]): Reading<string[]> {
  const selection = { table: accounts, anyOf: new Map([['owner', owner]]), ranges: new Map() }
  const rows = (yield* read(DERIVED.statement({ selection, limit: 0 }))) as [party: string, market: string][]
  return rows.filter(([, market]) => markets?.includes(market) ?? true).map(([party]) => party)
}
