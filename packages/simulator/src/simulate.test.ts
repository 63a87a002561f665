import { createHash } from 'node:crypto'
import { payloads } from '@trading-network/events'
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

const options = { seed: 11, blocks: 2000, scale: 1 }
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

  test('another seed or scale gives others', () => {
    const blocks = 20
    const digests = [
      digest(simulate({ seed: 1, blocks, scale: 1 })),
      digest(simulate({ seed: 2, blocks, scale: 1 })),
      digest(simulate({ seed: 1, blocks, scale: 2 })),
    ]
    expect(new Set(digests).size).toBe(3)
  })

  test('a longer run starts with the bytes of a shorter one', () => {
    const shorter = Array.from(simulate({ ...options, blocks: 300 }))
    expect(shorter).toEqual(lines.slice(0, shorter.length))
  })
})

describe('blocks', () => {
  test('heights run from 1, and numbers within a block from 1, one for each order that an event names', () => {
    let height = 0
    let number = 0
    for (const event of events) {
      if (event.type === 'BUS_EVENT_TYPE_BEGIN_BLOCK') {
        height++
        number = 1
      }
      if (event.id !== `${height}-${number}`) expect(event.id).toBe(`${height}-${number}`)
      const named = (event.cancelledOrders ?? event.expiredOrders) as { orderIds: string[] } | undefined
      number += named?.orderIds.length ?? 1
    }
    expect(height).toBe(options.blocks)
  })

  test('open with begin and time, close with end, and carry one upper-case hash', () => {
    const byBlock = Map.groupBy(events, event => event.block)
    expect(byBlock.size).toBe(options.blocks)
    let height = 0
    for (const [hash, inBlock] of byBlock) {
      height++
      expect(hash).toMatch(/^[0-9A-F]{64}$/)
      const [begin, time] = inBlock
      const { timestamp } = (time as Envelope).timeUpdate as { timestamp: string }
      expect(begin?.beginBlock).toEqual({ height: String(height), timestamp, hash: hash.toLowerCase() })
      expect(inBlock.at(-1)?.endBlock).toEqual({ height: String(height) })
    }
  })

  test('are about a second apart, to the nanosecond', () => {
    const times = events.flatMap(event =>
      event.timeUpdate ? [BigInt((event.timeUpdate as { timestamp: string }).timestamp)] : [],
    )
    const gaps = times.slice(1).map((time, index) => time - times[index]!)
    expect(gaps.every(gap => gap >= 850_000_000n && gap <= 1_150_000_000n)).toBe(true)
    expect(gaps.filter(gap => gap % 1000n !== 0n).length).toBeGreaterThan(gaps.length * 0.9)
  })

  test('hold some 15 to 25 events, ten times as many at scale 10', () => {
    const perBlock = events.length / options.blocks
    expect(perBlock).toBeGreaterThan(15)
    expect(perBlock).toBeLessThan(25)
    const tenfold = Array.from(simulate({ seed: 11, blocks: 200, scale: 10 })).length / 200
    expect(tenfold / perBlock).toBeGreaterThan(6)
    expect(tenfold / perBlock).toBeLessThan(15)
  })
})

describe('protojson', () => {
  test('an event has its payload under its own name and an envelope around it', () => {
    const names: ReadonlyMap<string, string> = new Map(Object.entries(payloads))
    for (const event of events) {
      const name = names.get(event.type.replace('BUS_EVENT_TYPE_', ''))
      const keys = ['id', 'block', 'type', name, 'version', 'chainId', 'txHash']
      if (Object.keys(event).join() !== keys.join()) expect(Object.keys(event)).toEqual(keys)
      expect(event.version).toBe(1)
    }
    expect(new Set(events.map(event => event.chainId))).toEqual(new Set(['simulated-11']))
  })

  test('both block and transaction hashes occur as txHash', () => {
    const ofBlock = events.filter(event => event.txHash === event.block)
    expect(ofBlock.length).toBeGreaterThan(2000)
    expect(ofBlock.length).toBeLessThan(events.length)
    expect(events.every(event => /^[0-9A-F]{64}$/.test(event.txHash))).toBe(true)
  })

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

  test('no blocks, no lines', () => {
    expect([...simulate({ seed: 1, blocks: 0, scale: 1 })]).toEqual([])
  })
})
