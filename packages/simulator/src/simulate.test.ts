import { createHash } from 'node:crypto'
import { StrictReader } from '@trading-network/test/strict-reader'
import { describe, expect, test } from 'vitest'
import { simulate } from './network.ts'

interface Envelope {
  readonly id: string
  readonly block: string
  readonly type: string
  readonly version: number
  readonly chainId: string
  readonly txHash: string
  readonly [payload: string]: unknown
}

const options = { seed: 11, blocks: 600, scale: 1 }
const lines = Array.from(simulate(options))
const events = lines.map(line => JSON.parse(line) as Envelope)

function digest(stream: Iterable<string>): string {
  const hash = createHash('sha256')
  for (const line of stream) hash.update(line)
  return hash.digest('hex')
}

describe('reproducible', () => {
  test('the same options give the same bytes', () => {
    expect(digest(simulate(options))).toBe(digest(lines))
  })

  test('a longer run starts with the bytes of a shorter one', () => {
    const shorter = Array.from(simulate({ ...options, blocks: 100 }))
    expect(shorter).toEqual(lines.slice(0, shorter.length))
  })
})

describe('blocks', () => {
  test('are about a second apart, to the nanosecond', () => {
    const times = events.flatMap(event =>
      event.timeUpdate ? [BigInt((event.timeUpdate as { timestamp: string }).timestamp)] : [],
    )
    const gaps = times.slice(1).map((time, index) => time - times[index]!)
    expect(gaps.every(gap => gap >= 850_000_000n && gap <= 1_150_000_000n)).toBe(true)
    expect(gaps.filter(gap => gap % 1000n !== 0n).length).toBeGreaterThan(gaps.length * 0.9)
  })
})

describe('protojson', () => {
  test('no field has its default value, and 64-bit integers are text', () => {
    const integers =
      /^(size|remaining|expiresAt|updatedAt|finalizedAt|createdAt|batchId|seq|logIndex|atEpoch|height)$/
    const plainNumbers =
      /^(proportion|searchLevel|initialMargin|collateralRelease|scalingFactor|riskAversionParameter|tau|r|sigma)$/
    const wrong = new Set<string>()
    function check(key: string, value: unknown): void {
      if (value === '' || value === false || value === null || value === 0) wrong.add(`${key}: default`)
      if (Array.isArray(value) && value.length === 0) wrong.add(`${key}: empty`)
      if (integers.test(key) && (typeof value !== 'string' || !/^-?[1-9]\d*$/.test(value)))
        wrong.add(`${key}: ${value}`)
      if (typeof value === 'number' && !plainNumbers.test(key)) wrong.add(`${key}: number`)
      if (typeof value === 'string' && value.endsWith('_UNSPECIFIED')) wrong.add(`${key}: ${value}`)
      if (typeof value !== 'object' || value === null) return
      for (const [inner, field] of Object.entries(value))
        check(Array.isArray(value) ? 'element' : inner, field)
    }
    for (const { version: _, ...event } of events) check('event', event)
    expect([...wrong]).toEqual([])
  })
})

describe('options', () => {
  test('a chain with blocks before continues its heights and epochs', () => {
    const lines = [
      ...simulate({ seed: 1, blocks: 60, scale: 0.5, firstHeight: 41, firstTime: 7n, firstEpoch: 7 }),
    ]
    const reader = new StrictReader({ height: 40n })
    for (const line of lines) reader.read(line)
    expect(lines[0]).toContain('"id":"41-1"')
    expect(lines[0]).toContain('"beginBlock":{"height":"41","timestamp":"7"')
    expect(lines.at(-1)).toContain('"endBlock":{"height":"100"}')
    const epochs = lines.flatMap(
      line => (JSON.parse(line).epochEvent as { seq: string } | undefined)?.seq ?? [],
    )
    expect([...new Set(epochs)]).toEqual(['7', '8', '9'])
  })
})
