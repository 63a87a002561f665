import { describe, expect, it } from 'vitest'
import { Chain } from './chain.ts'
import { contents, contentsOf } from './contents.ts'
import { newPlace } from './database.ts'
import { ingestInto } from './running.ts'
import { balance } from './three-blocks.ts'

const chain = new Chain()
for (let block = 0; block < 3; block += 1) chain.block(balance(3 * block), balance(3 * block + 1))
const { lines } = chain
/** The events of a block: its begin, two balances, its end. */
const [first = [], second = [], third = []] = [0, 4, 8].map(at => lines.slice(at, at + 4))
const around = (...block: string[]) => [...first, ...block, ...third]

async function ingested(stream: readonly string[], partial = false) {
  const database = await newPlace()
  const leftOut: string[] = []
  const onLeftOut = ({ message }: Error) => leftOut.push(message)
  const progress = await ingestInto(database, stream, { partial, onLeftOut })
  return { rows: await contents(database), progress, leftOut }
}

describe.each([false, true])('a source that delivers at least once (partial: %s)', partial => {
  it.each([
    ['the begin of a block', [...second.slice(0, 2), second[0]!, ...second.slice(2)], 1],
    ['an event', [...second.slice(0, 3), second[2]!, second[3]!], 1],
    ['the first half of a block', [...second.slice(0, 3), ...second], 3],
    ['the first half of a block, in another order', [second[2]!, second[0]!, ...second], 2],
    ['a whole block', [...second, ...second], 0],
  ])('gives the rows of the stream without what comes again: %s', async (_, block, repeated) => {
    const { rows, progress } = await ingested(around(...block), partial)
    expect(rows).toEqual(await contentsOf(lines, { partial }))
    expect(progress).toMatchObject({ repeated, leftOut: 0, checkpoint: { history: { gaps: 0n } } })
  })
})

it('shows both forms of an event that comes again and differs', async () => {
  const other = second[2]!.replace('"balance":"4"', '"balance":"77"')
  const stream = around(...second.slice(0, 3), other, second[3]!)
  await expect(ingested(stream)).rejects.toThrow(
    /line 8: event 2-3 comes again, and differs: first ….*"balance":"4".*…, now ….*"balance":"77".*…/,
  )
  const { leftOut, progress } = await ingested(stream, true)
  expect(leftOut).toHaveLength(1)
  expect(progress).toMatchObject({ leftOut: 1, checkpoint: { height: 3n, history: { gaps: 0n } } })
})

it('replaces a block that began with another hash and never ended, and tells it', async () => {
  const abandoned = second.slice(0, 2).map(line => line.replaceAll(/A{63}2/gi, 'B'.repeat(64)))
  const { rows, leftOut } = await ingested(around(...abandoned, ...second))
  expect(rows).toEqual(await contentsOf(lines))
  const says = /^line 7: block 2 begins again, with hash A+2; the 2 events of hash b{64} are dropped$/
  expect(leftOut).toEqual([expect.stringMatching(says)])
})

describe('an id of another height', () => {
  const foreign = second[2]!.replace('"2-3"', '"9999-3"')
  const stream = around(...second.with(2, foreign))

  it('stops, and names both heights', async () => {
    await expect(ingested(stream)).rejects.toThrow(/line 7: its id is 9999-3, but its block A+2 has height 2/)
  })

  it('is left out of a partial history, which has the rest of its block', async () => {
    const { rows, progress } = await ingested(stream, true)
    expect(rows).toEqual(await contentsOf(lines.toSpliced(6, 1), { partial: true }))
    expect(progress).toMatchObject({ leftOut: 1, checkpoint: { height: 3n, history: { gaps: 1n } } })
  })

  it('stores no block that a false event has closed, so a mended input brings all events', async () => {
    const stray = foreign.replaceAll(/A{63}2/gi, 'C'.repeat(64))
    const database = await newPlace()
    const bad = around(...second.slice(0, 2), stray, ...second.slice(2))
    await expect(ingestInto(database, bad, { partial: true })).rejects.toThrow(
      'block 9999 does not follow block 2',
    )
    await ingestInto(database, lines, { partial: true })
    expect(await contents(database)).toEqual(await contentsOf(lines, { partial: true }))
  })
})
