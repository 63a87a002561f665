import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearest, suggestion } from './suggest.ts'

const NAMES = [
  'filter.partyIds',
  'filter.marketIds',
  'pagination.first',
  'pagination.after',
  'live',
  'reference',
]

test.each([
  ['letter case', 'Filter.PartyIDs', 'filter.partyIds'],
  ['brackets', 'pagination[first]', 'pagination.first'],
  ['brackets of a list', 'filter.partyIds[]', 'filter.partyIds'],
  ['punctuation', 'filter.party-ids', 'filter.partyIds'],
  ['a missing prefix', 'marketIds', 'filter.marketIds'],
  ['a singular', 'filter.partyId', 'filter.partyIds'],
  ['swapped letters', 'pagination.frist', 'pagination.first'],
  ['a missing letter', 'pagintion.after', 'pagination.after'],
  ['a wrong letter', 'reverence', 'reference'],
  ['a short name', 'lve', 'live'],
])('finds the name behind %s', (_, name, meant) => {
  expect(nearest(name, NAMES)).toBe(meant)
})

test.each([
  ['filter.party_ids', '; write filter.partyIds'],
  ['Filter[PartyIds]', '; write filter.partyIds'],
  ['partyIds', '; did you mean filter.partyIds?'],
  ['limit', ''],
])('the message about %s ends with "%s"', (name, end) => {
  expect(suggestion(name, NAMES)).toBe(end)
})

test.each(['limit', 'offset', '', 'x', 'filter', 'y'.repeat(10_000)])('%.10s resembles nothing', name => {
  expect(nearest(name, NAMES)).toBeUndefined()
})

test('one letter too many in a name of four or more never hides it', () => {
  const slip = fc.record({
    name: fc.constantFrom(...NAMES),
    at: fc.nat(15),
    letter: fc.constantFrom('q', 'z', 'x'),
  })
  fc.assert(
    fc.property(slip, ({ name, at, letter }) => {
      expect(nearest(name.slice(0, at) + letter + name.slice(at), NAMES)).toBe(name)
    }),
  )
})
