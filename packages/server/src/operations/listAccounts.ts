import type { Query } from '../parameters/read.ts'
import { accounts } from '../projections/accounts.ts'
import { storedValues } from '../store/reading/conditions.ts'
import type { Reading } from '../store/reading/reading.ts'
import { Template } from '../store/reading/template.ts'
import type { Checkpoint } from '../store/tables/checkpoint.ts'
import { type Answering, many, one } from './operation.ts'
import { readPage } from './page.ts'

export const listAccounts: Answering = {
  list: accounts,
  contradictions: query => {
    if (query.includeDerivedParties !== true || many(query['filter.partyIds'])) return []
    const description = 'is required when includeDerivedParties is true; give the parties to derive from'
    return [{ field: 'filter.partyIds', description }]
  },
  read: readAccounts,
}

function* readAccounts(query: Query, head: Checkpoint): Reading<string> {
  const parties = many(query['filter.partyIds'])
  const markets = many(query['filter.marketIds'])
  const derived = query.includeDerivedParties === true && parties ? yield* derivedFrom(parties, markets) : []
  const page = yield* readPage(accounts, query, head, {
    anyOf: {
      owner: parties && [...new Set([...parties, ...derived])],
      market: markets,
      asset: one(query['filter.assetId']),
      type: many(query['filter.accountTypes']),
    },
  })
  return `{"accounts":${page}}`
}

const DERIVED = new Template(bindings => {
  const [parties, markets] = ['owner', 'market'].map(column =>
    storedValues({ table: accounts }, column, bindings),
  )
  const isAnywhere = bindings.add(({ selection }) => (selection.anyOf.has('market') ? 0n : 1n))
  return `SELECT n.text FROM derived_parties d JOIN names n ON n.id = d.derived
    WHERE d.party IN (${parties}) AND (${isAnywhere} = 1 OR d.market IN (${markets}))`
})

/** Returns the derived parties of these parties' automated market makers, on these markets if some are given. */
function* derivedFrom(owner: readonly string[], market: readonly string[] | undefined): Reading<string[]> {
  const anyOf = new Map(Object.entries({ owner, ...(market && { market }) }))
  const selection = { table: accounts, anyOf, ranges: new Map() }
  const rows = yield* DERIVED.read({ selection, limit: 0 })
  return rows.map(([text]) => text as string)
}
