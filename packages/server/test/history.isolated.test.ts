import { describe, expect, it } from 'vitest'
import { openWriter } from '../src/ingest/open-writer.ts'
import type { IngestOptions } from '../src/ingest/options.ts'
import { serviceMetrics } from '../src/metrics/service.ts'
import { tables } from '../src/projections/index.ts'
import { verify } from '../src/store/snapshot/verify.ts'
import type { History } from '../src/store/tables/checkpoint.ts'
import { Chain } from './chain.ts'
import { column } from './contents.ts'
import { newPlace } from './database.ts'
import { ingestInto, opened } from './running.ts'
import { balance, balances } from './three-blocks.ts'

function historyOf(database: string): History {
  const writer = openWriter(database)
  try {
    return writer.checkpoint().history
  } finally {
    writer.close()
  }
}

/** Ingests lines after stored ones. Returns the error, the balances and the history. */
async function after(lines: readonly string[], options: IngestOptions = {}, stored: readonly string[] = []) {
  const database = await newPlace()
  if (stored.length > 0) await ingestInto(database, stored, options)
  const message = await ingestInto(database, lines, options).then(
    () => '',
    (error: Error) => error.message,
  )
  return { message, balances: await balances(database), history: historyOf(database) }
}

/** Six blocks of one account each: three lines per block. */
const { lines } = new Chain().blocks([1, 2, 3, 4, 5, 6].map(balance))
const blocks = (from: number, to: number) => lines.slice(3 * (from - 1), 3 * to)
const otherHash = (some: readonly string[]) =>
  some.map(line => line.replaceAll('AAAA', 'BBBB').replaceAll('aaaa', 'bbbb'))
const late = { partial: true }

describe('a complete ingest', () => {
  it('notes its first block and its source', async () => {
    const { message, balances, history } = await after(lines)
    expect([message, balances.length]).toEqual(['', 6])
    expect(history).toEqual({ first: 1n, partialSince: -1n, gaps: 0n, source: 'memory' })
  })

  it.each([
    [
      'a doubled end',
      lines.toSpliced(6, 0, lines[4]!.replace('2-2', '2-4')),
      'line 7: event 2-4 lies after the end of its block, which lacks it',
      2,
    ],
    [
      'a late start',
      blocks(4, 6),
      'line 1: block 4 does not follow block 0; give the events from block 1 on, restore a snapshot that has them, or accept a late start with --partial',
      0,
    ],
  ])('stops at %s, with the blocks before it stored', async (_, some, message, stored) => {
    const result = await after(some)
    expect(result.message).toBe(message)
    expect(result.balances).toEqual(['1', '2', '3', '4', '5', '6'].slice(0, stored))
    if (stored > 0) expect(result.history).toMatchObject({ partialSince: -1n, gaps: 0n })
  })

  it('takes an upgrade that ends a block', async () => {
    const upgrade = lines[3]!
      .replace('"2-1"', '"2-2"')
      .replace(/"type":.*"version"/, '"type":"BUS_EVENT_TYPE_PROTOCOL_UPGRADE_STARTED","version"')
    const { message, history } = await after([...blocks(1, 1), lines[3]!, upgrade, ...blocks(3, 3)])
    expect([message, history.partialSince]).toEqual(['', -1n])
  })
})

describe('a partial ingest', () => {
  it('starts late and says so', async () => {
    const { message, balances, history } = await after(lines.slice(10), late)
    expect([message, balances]).toEqual(['', ['5', '6']])
    expect(history).toMatchObject({ first: 5n, partialSince: 5n, gaps: 0n })
  })

  it('counts blocks with gaps, and keeps the first one', async () => {
    const withGaps = lines.toSpliced(10, 1).toSpliced(8, 1).toSpliced(4, 1)
    const { message, balances, history } = await after(withGaps, late)
    expect([message, balances]).toEqual(['', ['1', '3', '5', '6']])
    expect(history).toMatchObject({ first: 1n, partialSince: 2n, gaps: 3n })
  })

  it('does not take a missing block', async () => {
    const { message } = await after(lines.toSpliced(3, 3), late)
    expect(message).toBe('line 4: block 3 does not follow block 1; give the events from block 2 on')
  })
})

describe('a service', () => {
  /** Returns the first block that a response names, `/ready`, the metrics and the report of `verify`. */
  async function told(lines: readonly string[], options: IngestOptions) {
    const database = await newPlace()
    await ingestInto(database, lines, options)
    const { network, readiness, waiting, get } = await opened(database)
    const text = await serviceMetrics(network, readiness, waiting).registry.metrics()
    const { headers } = await get('/api/v2/accounts')
    const { body: ready } = await get('/ready')
    const metric = (name: string) => text.match(new RegExp(`^trading_network_${name} (\\d+)$`, 'm'))?.[1]
    return {
      header: headers['x-first-block'],
      ready,
      metrics: ['first_block', 'partial_since_block', 'blocks_with_gaps'].map(metric),
      verified: (await verify(database, tables)).history,
    }
  }

  it('tells that its history is partial', async () => {
    const history = { firstBlock: '4', partialSince: '4', blocksWithGaps: 1, source: 'memory' }
    expect(await told(blocks(4, 6).toSpliced(4, 1), late)).toEqual({
      header: '4',
      ready: { status: 'ready', ...history },
      metrics: ['4', '4', '1'],
      verified: history,
    })
  })
})

describe('a database', () => {
  it('takes no blocks before its first one', async () => {
    const { message } = await after(blocks(1, 6), late, blocks(4, 6))
    expect(message).toBe(
      'line 1: block 1 lies before block 4, the first one of this database; ingest all blocks into a new database, from the first one on',
    )
  })

  it('keeps the hashes of the last 10,000 blocks, and of every 1,000th', async () => {
    const database = await newPlace()
    const long = new Chain()
    for (let block = 0; block < 11_500; block += 1) long.block()
    for (const to of [11_000, 11_002, 11_500])
      await ingestInto(database, long.lines.slice(0, 2 * to), { batchEvents: 700 })
    const heights = (await column(database, 'blocks', 'height')).map(Number)
    expect(heights[0]).toBe(1000)
    expect(heights).toHaveLength(10_001)
    const other = (height: number) =>
      ingestInto(database, otherHash(long.lines.slice(2 * (height - 1), 2 * height)))
    for (const known of [11_000, 1000]) await expect(other(known)).rejects.toThrow('this is another history')
    expect(await other(1200)).toMatchObject({ skipped: 1 })
  })
})
