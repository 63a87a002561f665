import { describe, expect, it } from 'vitest'
import { ingest } from '../src/ingest/ingest.ts'
import { openWriter } from '../src/ingest/open-writer.ts'
import { Chain, type EventDraft } from './chain.ts'
import { contents } from './contents.ts'
import { amm, epochEnded, order, stopOrder } from './events.ts'
import { ingestInto, sourceOf } from './running.ts'
import { balance, balances, newPlace, three } from './three-blocks.ts'

/** A commit to PostgreSQL takes ten times as long. Its test in `crash/` cuts an ingest at random times. */

async function contentsAfter(
  ...ingests: [lines: readonly string[], batchEvents?: number][]
): Promise<unknown> {
  const database = await newPlace()
  for (const [lines, batchEvents = 10_000] of ingests)
    await ingestInto(database, lines, { batchEvents, openEnd: true })
  return contents(database)
}

describe('an ingest that goes on where the last one stopped', () => {
  it('may be cut at any line of a block', async () => {
    const chain = three().block(order({}), stopOrder({}), order({ version: '2' }), balance(4), epochEnded(1))
    const whole = await contentsAfter([chain.lines])
    for (let cut = 1; cut < chain.lines.length; cut += 1) {
      expect(await contentsAfter([chain.lines.slice(0, cut)], [chain.lines])).toEqual(whole)
    }
  })

  it('says what it stored, skipped, and left out', async () => {
    const database = await newPlace()
    const chain = three()
    const first = await ingestInto(database, [...chain.lines, ...new Chain().lines])
    expect(first).toMatchObject({ blocks: 3, skipped: 0, events: 3, records: 9, checkpoint: { height: 3n } })
    const cut = chain.block(balance(4)).lines.slice(0, -1)
    await expect(ingestInto(database, cut)).rejects.toThrow('line 11: the input ends within block 4')
    const again = await ingestInto(database, cut, { openEnd: true })
    expect(again).toMatchObject({
      blocks: 0,
      skipped: 3,
      events: 0,
      unfinished: 4n,
      checkpoint: { height: 3n },
    })
    expect(await ingestInto(database, chain.lines)).toMatchObject({ blocks: 1, skipped: 3, events: 1 })
    expect(await balances(database)).toEqual(['1', '2', '3', '4'])
  })

  it('takes the genesis block and the first one, which share a height, each once', async () => {
    const first = new Chain().block(balance(1)).lines
    const genesis = new Chain()
      .block(balance(2))
      .lines.map(line => line.replaceAll(/A{63}1/gi, 'F'.repeat(64)))
    const both = [...genesis, ...first, ...three().lines.slice(3)]
    const database = await newPlace()
    expect(await ingestInto(database, both)).toMatchObject({ blocks: 4 })
    expect(await balances(database)).toEqual(['1', '2', '3'])
    expect(await ingestInto(database, both)).toMatchObject({ blocks: 0, skipped: 4 })
    for (const cut of [2, 3, 4, 5, 6]) {
      expect(await contentsAfter([both.slice(0, cut)], [both])).toEqual(await contents(database))
    }
  })

  it('counts events of types that feed no record, and takes them for no harm', async () => {
    const trade: EventDraft = ['TRADE', { id: 7 }]
    const unknown: EventDraft = ['SOMETHING_NEW', {}]
    const { types, events } = await ingestInto(
      await newPlace(),
      new Chain().block(trade, unknown, trade, balance(1)).lines,
    )
    expect([...types]).toEqual(
      expect.arrayContaining([
        ['BUS_EVENT_TYPE_TRADE', 2],
        ['BUS_EVENT_TYPE_SOMETHING_NEW', 1],
      ]),
    )
    expect(events).toBe(1)
  })

  it('leaves out the events before the first block of a partial recording', async () => {
    const database = await newPlace()
    await ingestInto(database, three().lines.slice(1), { partial: true })
    expect(await balances(database)).toEqual(['2', '3'])
  })

  it('resumes once the line is corrected, with the same writer too', async () => {
    // The market maker's event flushes the rows before it, with their names, before the block fails.
    const chain = () => new Chain().block(balance(1), amm({}), balance(2))
    const spoilt = chain().lines.map(line => line.replace('"balance":"2"', '"balance":2'))
    const database = await newPlace()
    const writer = await openWriter(database)
    await expect(ingest(sourceOf(spoilt), writer)).rejects.toThrow('line 4')
    await ingest(sourceOf(chain().lines), writer)
    await writer.close()
    expect(await contents(database)).toEqual(await contentsAfter([chain().lines]))
  })
})
