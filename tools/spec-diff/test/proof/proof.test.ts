import { expect, it } from 'vitest'
import { schemaCases } from '../cases/schema-cases.ts'
import { contract, diff } from '../contracts.ts'
import { prove, proveOf } from './prove.ts'

// `pnpm long proof` proves 100,000 pairs. The sample of each run is another part of the same pairs.
const pairs = Number(process.env.PROOF_PAIRS ?? 1000)
const first = Number(process.env.PROOF_FIRST ?? 0)

// A validator does not know who may write a field, takes a format of integers for one of numbers only, and knows no bytes.
const cases = schemaCases.filter(([name]) => !/read-only|write-only|unsigned|byte/.test(name))

it(`executes the verdicts of ${pairs} random pairs of schemas`, { timeout: 3_600_000 }, () => {
  const counts: Record<string, number> = { witnesses: 0, without: 0, tried: 0 }
  const refuted: string[] = []
  for (let seed = first; seed < first + pairs; seed += 1) {
    const { claim, refuted: problem, ...more } = prove(seed)
    counts[claim] = (counts[claim] ?? 0) + 1
    for (const [name, count] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + count
    if (problem) refuted.push(`pair ${seed}: ${problem}`)
  }
  console.log(`${pairs} pairs: ${JSON.stringify(counts)}, refuted: ${refuted.length}`)
  expect(refuted).toEqual([])
  expect(counts.breaks).toBeGreaterThan(pairs / 4)
  expect(counts['nothing breaks']).toBeGreaterThan(pairs / 8)
  // The rest are unions, contradictory schemas, conditions, and rules that no message shows.
  expect(counts.without).toBeLessThan(counts.witnesses as number)
})

it.each(cases)('%s: executed in a request', (_, base, revision) => {
  expect(proveOf('body', base, revision).refuted).toBeUndefined()
})

it.each(cases)('%s: executed in a response', (_, base, revision) => {
  expect(proveOf('response', base, revision).refuted).toBeUndefined()
})

it('claims nothing of a single value that becomes a tuple', () => {
  const tuple = { type: 'array', items: { type: 'string' }, prefixItems: [{ type: 'string', maxLength: 3 }] }
  expect(proveOf('parameter', { type: 'string' }, tuple)).toMatchObject({ claim: 'may break' })
})

it('finds verdicts that are wrong', () => {
  // A response that may be longer than before, called safe: as if the rule for requests held.
  const [base, revision] = [
    { type: 'string', maxLength: 3 },
    { type: 'string', maxLength: 9 },
  ]
  expect(diff(contract('body', base), contract('body', revision)).changes[0]?.class).toBe('non-breaking')
  expect(proveOf('body', base, revision, 'response').refuted).toContain('nothing should break, but')
})
