import { describe, expect, it } from 'vitest'
import { Chain, type EventDraft } from './chain.ts'
import { contentsOf } from './contents.ts'
import { newPlace } from './database.ts'
import { order } from './events.ts'
import { ingestInto } from './running.ts'
import { balance, balances, three } from './three-blocks.ts'

describe('an ingest that goes on where the last one stopped', () => {
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
  })

  it('takes a block that begins anew behind repeated ones, with its events in any order', async () => {
    const database = await newPlace()
    const { lines } = three()
    const again = [...lines.slice(3, 6), lines[7]!, lines[6]!, lines[8]!]
    expect(await ingestInto(database, [...lines.slice(0, 7), ...again])).toMatchObject({ skipped: 1 })
    expect(await balances(database)).toEqual(['1', '2', '3'])
  })

  it('stores the same rows whatever the batches', async () => {
    // An order that returns to an earlier version has no older state under it.
    const { lines } = new Chain().blocks(['1', '2', '1'].map(version => order({ version })))
    expect(await contentsOf(lines, { batchEvents: 1000 })).toEqual(
      await contentsOf(lines, { batchEvents: 1 }),
    )
  })

  it('counts events of types that feed no record, and takes them for no harm', async () => {
    const trade: EventDraft = ['TRADE', { id: 7 }]
    const unknown: EventDraft = ['SOMETHING_NEW', {}]
    const { lines } = new Chain().block(trade, unknown, trade, balance(1))
    // A damaged byte would make a type that no release has, and lose the event.
    await expect(ingestInto(await newPlace(), lines)).rejects.toThrow(
      'line 3: no release of the network has the type BUS_EVENT_TYPE_SOMETHING_NEW; check the event, or accept it with --accept types',
    )
    const { types, events } = await ingestInto(await newPlace(), lines, { accept: ['types'] })
    expect([...types]).toEqual(
      expect.arrayContaining([
        ['BUS_EVENT_TYPE_TRADE', 2],
        ['BUS_EVENT_TYPE_SOMETHING_NEW', 1],
      ]),
    )
    expect(events).toBe(1)
  })
})
