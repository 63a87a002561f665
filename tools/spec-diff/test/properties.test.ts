import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../src/load/json.ts'
import { things } from './cases/things.ts'
import { diff } from './contracts.ts'
import { inlined, type Pick, permuted, refactored, renamed } from './rewriting.ts'

const own = JSON.parse(
  readFileSync(new URL('../../../spec/released/2.0.0.json', import.meta.url), 'utf8'),
) as JsonObject
/** Each with a number of random seeds: our own contract takes much longer. */
const contracts = [
  ['things', things, 10],
  ['our own contract', own, 4],
] as const

/** A source of numbers below 1, the same for the same seed. */
function picks(seed: number): Pick {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 })
const wire = (base: JsonObject, revision: JsonObject) =>
  diff(base, revision).changes.filter(change => change.impact.wire !== null)

describe.each(contracts)('%s', (_, contract, numRuns) => {
  it('does not differ from itself', () => {
    expect(diff(contract, contract).changes).toEqual([])
  })

  it('does not differ in another order', () => {
    const property = fc.property(seeds, seed => {
      expect(diff(contract, permuted(contract, picks(seed))).changes).toEqual([])
    })
    fc.assert(property, { numRuns })
  })

  it('does not differ on the wire with other names, and says each name', () => {
    const { changes } = diff(contract, renamed(contract))
    expect(changes.filter(change => change.impact.wire !== null)).toEqual([])
    const names = Object.keys((contract.components as JsonObject).schemas as JsonObject)
    expect(changes.map(change => `${change.ruleId} ${change.from} ${change.to}`).sort()).toEqual(
      names
        .flatMap(name => [`component-removed ${name} undefined`, `component-added undefined New${name}`])
        .sort(),
    )
  })

  it('does not differ on the wire when components are inlined', () => {
    const property = fc.property(seeds, seed => {
      expect(wire(contract, inlined(contract, picks(seed)))).toEqual([])
      expect(wire(inlined(contract, picks(seed)), contract)).toEqual([])
    })
    fc.assert(property, { numRuns })
  })

  it('does not differ on the wire when schemas are wrapped, split and moved', () => {
    const property = fc.property(seeds, seed => {
      expect(wire(contract, refactored(contract, picks(seed)))).toEqual([])
    })
    fc.assert(property, { numRuns })
  })
})

it('folds the same however components are cut', () => {
  const revision = JSON.parse(
    JSON.stringify(own).replaceAll('"hasNextPage":{', '"hasNextPage":{"maxLength":3,'),
  )
  const plain = wire(own, revision)
  expect(plain).toHaveLength(1)
  expect(plain[0]?.operations).toHaveLength(8)
  fc.assert(
    fc.property(seeds, seed => {
      const folded = wire(own, inlined(revision, picks(seed)))
      expect(folded.map(({ fingerprint }) => fingerprint)).toEqual(
        plain.map(({ fingerprint }) => fingerprint),
      )
    }),
    { numRuns: 4 },
  )
})
