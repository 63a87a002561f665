import { textAt } from '../json.ts'
import type { Check } from './check.ts'

const MAX_PARTIES = 40

/** With `includeDerivedParties`, the accounts of each party and of its derived parties, and no others. */
export const derivedParties: Check = {
  name: 'derived parties',
  operations: ['listAccounts'],
  async run(inspection) {
    const { edges } = inspection.list.all
    const parents = edges.flatMap(({ node }) => textAt(node, 'parentPartyId') ?? [])
    if (parents.length === 0) inspection.notCovered('no account belongs to a derived party')
    const owners = edges.flatMap(({ node }) => textAt(node, 'owner') ?? [])
    const parties = [...new Set([...parents, ...owners])].slice(0, MAX_PARTIES)
    await inspection.each(parties, party =>
      inspection.compare({ 'filter.partyIds': party, includeDerivedParties: 'true' }),
    )
  },
}
