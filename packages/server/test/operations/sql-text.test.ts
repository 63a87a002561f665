import { simulate } from '@trading-network/simulator'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { operations } from '../../src/network/open-network.ts'
import { atEnd } from '../at-end.ts'
import { newPlace, postgresUrl } from '../database.ts'
import { market } from '../events.ts'
import { ingestInto, opened } from '../running.ts'
import { recordSql } from '../security/recorded-sql.ts'
import { alike, type ShapedRequest } from '../security/shapes.ts'

const database = await newPlace()
await ingestInto(database, simulate({ seed: 4, blocks: 100, scale: 1 }))
const statements = recordSql()
atEnd(() => vi.restoreAllMocks())
const { app } = await opened(database)

const PAIRS = 300
/** Maximum number of statements of a shape: its counts, and those for both directions of its list. */
const MAX_TEXTS = 12

const send = async (target: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url: target, headers })).statusCode

/** Returns the SQL texts after the first `known` ones. */
const textsSince = (known: number) => [...statements.keys()].slice(known)

describe('the text of a request never becomes text of SQL', () => {
  it(`in ${PAIRS} pairs of requests: other values for the same parameters bring few other texts`, async () => {
    const answered = new Map<string, number>()
    const ask = async ({ operation, target }: ShapedRequest) => {
      const status = await send(target)
      expect([200, 400, 404]).toContain(status)
      if (status !== 400) answered.set(operation.operationId, (answered.get(operation.operationId) ?? 0) + 1)
    }
    await fc.assert(
      fc.asyncProperty(alike, async ([one, other]) => {
        const before = statements.size
        await ask(one)
        const known = statements.size
        await ask(other)
        // The number of rows of each filter chooses between the few statements of a shape.
        expect(textsSince(known).length).toBeLessThanOrEqual(MAX_TEXTS)
        const leaking = textsSince(before).filter(text => one.chosen.some(value => text.includes(value)))
        expect(leaking).toEqual([])
      }),
      { numRuns: PAIRS },
    )
    // Many requests read rows; otherwise this would prove little.
    expect(answered.size).toBe(operations.length)
    for (const count of answered.values()) expect(count).toBeGreaterThan(PAIRS / operations.length / 10)
    expect(statements.size).toBeGreaterThan(50)
  })

  it('wherever hostile text stands: values, names, paths, headers', async () => {
    const marked = [
      "'; DROP TABLE accounts; --",
      `" OR ""="`,
      ') UNION SELECT 1 FROM formats --',
      '?1',
      '$1',
      '\\',
      '\u0000',
    ].map((text, index) => ({ text: `zq${index}${text}zq`, mark: `zq${index}` }))
    for (const { text, mark } of marked) {
      const encoded = encodeURIComponent(text)
      for (const { path, parameters } of operations) {
        const targets = [
          path.replace(/\{.*?\}/, encoded),
          `${path.replace(/\{.*?\}/, 'ab'.repeat(32))}?${encoded}=1`,
          ...parameters.map(({ name }) => `${path.replace(/\{.*?\}/, 'ab'.repeat(32))}?${name}=${encoded}`),
        ]
        for (const target of targets) expect([200, 400, 404]).toContain(await send(target))
      }
      const printable = text.replace('\u0000', '')
      for (const name of ['x-min-block-height', 'if-none-match', 'origin', 'host', 'accept']) {
        expect([200, 400]).toContain(await send('/api/v2/accounts', { [name]: printable }))
      }
      expect(textsSince(0).filter(text => text.includes(mark))).toEqual([])
    }
  })
})

describe('requests of very many values', () => {
  /** The contract's maximum for a list. */
  const LONGEST = 100

  it('are answered, as many as two lists may have', async () => {
    const values = Array.from({ length: LONGEST }, (_, index) => [
      `filter.assetIds=${index.toString(16).padStart(2, '0')}`,
      `filter.marketIds=${market(index)}`,
    ])
    expect(await send(`/api/v2/rewards/epoch/summaries?${values.flat().join('&')}`)).toBe(200)
  })

  it('have texts that PostgreSQL keeps', () => {
    const named = [...statements.values()].filter(({ name }) => name !== undefined)
    if (postgresUrl) expect(named.length).toBeGreaterThan(0)
    expect(Math.max(0, ...[...statements.keys()].map(text => text.length))).toBeLessThan(16_000)
  })
})
