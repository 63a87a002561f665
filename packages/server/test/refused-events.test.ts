import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Progress } from '../src/ingest/options.ts'
import { readSource, type Source } from '../src/ingest/source.ts'
import { Chain, type EventDraft, malformed } from './chain.ts'
import { contents, contentsOf } from './contents.ts'
import { newPlace } from './database.ts'
import { account, market, nodeSignature, order, orderId } from './events.ts'
import { ingestInto, sourceOf } from './running.ts'
import { balance, balances, three } from './three-blocks.ts'

/** Returns the error for lines after stored ones, and the balances that are stored then: those of whole blocks. */
async function complaint(lines: readonly string[], stored: readonly string[] = []) {
  const database = await newPlace()
  await ingestInto(database, stored)
  const message = await ingestInto(database, lines).then(
    () => 'was taken',
    (error: Error) => error.message,
  )
  return [message, await balances(database)]
}

describe('an ingest that is given what it cannot take', () => {
  it.each([
    ['a number where text must be', { balance: 5 }, 'balance must be a string, not 5'],
    [
      'an amount that is none',
      { balance: '1e3' },
      'balance must be a non-negative integer without leading zeros in a string, not "1e3"',
    ],
    [
      'a record without its name',
      { asset: undefined },
      'asset must be an id of 1 to 64 letters and digits, not ""',
    ],
  ])('stops at %s, and keeps the blocks before of that batch', async (_, fields, says) => {
    const { lines } = new Chain().block(balance(1)).block(balance(2), malformed(account(fields)))
    expect(await complaint(lines)).toEqual([`line 6: ${says}`, ['1']])
    expect(await complaint(lines, lines.slice(0, 3))).toEqual([`line 6: ${says}`, ['1']])
  })

  it('stops at a long run of empty lines, and says so after each batch of records', async () => {
    const database = await newPlace()
    const seen: unknown[] = []
    const empty: Source = {
      ...sourceOf([]),
      async *records() {
        yield [...three().lines.slice(0, 3), '', '\r']
        for (let batch = 0; batch < 200; batch += 1) yield Array<string>(10_000).fill('')
      },
    }
    const onRead = ({ records, checkpoint }: Progress) => seen.push([records, checkpoint.height])
    await expect(ingestInto(database, empty, { onRead })).rejects.toThrow(
      'line 1000003: 1 MB of empty lines ends here',
    )
    expect(seen.slice(0, 2)).toEqual([
      [5, -1n],
      [10_005, -1n],
    ])
    expect(await balances(database)).toEqual(['1'])
  })

  it('stops at a value that is nested very deeply, as at any other', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    const { lines } = three()
    const nested = lines.with(4, lines[4]!.replace(/"balance":"\d+"/, `"balance":${deep}`))
    expect(await complaint(nested)).toEqual(['line 5: balance must be a string, not a list', ['1']])
  })

  const ended: EventDraft = ['CANCELLED_ORDERS', { marketId: market(1), orderIds: orderId(1) }]
  it.each([
    [order({ size: 'x' }), 'size must be an integer, not "x"'],
    [
      order({ version: '9223372036854775808' }),
      'version must be an integer from 0 to 9223372036854775807, not "9223372036854775808"',
    ],
    [order({ size: '-1' }), 'size must be an integer from 0 to 18446744073709551615'],
    [
      order({ createdAt: '9223372036854775808' }),
      'createdAt must be an integer from -9223372036854775808 to 9223372036854775807',
    ],
    [order({ id: 'd'.repeat(300) }), 'id must be an id of 64 hexadecimal digits'],
    [nodeSignature({ sig: 'AAAA'.repeat(300) }), 'sig must be a signature of at most'],
    [order({ postOnly: 'yes' }), 'postOnly must be true or false, not "yes"'],
    [order({ icebergOrder: [] }), 'icebergOrder must be an object, not a list'],
    [ended, 'orderIds must be a list'],
  ])('checks integers, lists and messages inside: %j', async (event, says) => {
    const [message] = await complaint(new Chain().block(malformed(event)).lines)
    expect(message).toMatch(`line 2: ${says}`)
  })

  it('stops at an event without the payload of its type', async () => {
    const bare = new Chain().block(order({})).lines.map(line => line.replace('"order":', '"trade":'))
    expect((await complaint(bare))[0]).toContain('must carry "order"')
  })

  it('stops at another chain within an input', async () => {
    const other = new Chain('other-chain').blocks([balance(8), balance(9)]).lines
    const [message] = await complaint([...three().lines.slice(0, 3), ...other.slice(3)])
    expect(message).toMatch(/^line 4: .*other-chain/)
  })
})

describe('a partial history', () => {
  const { lines } = three()
  const notUtf8 = 'not UTF-8'
  /** The lines with another one in a place, as bytes. */
  const spoilt = (index: number, line: string) => {
    const bytes = Buffer.from(`${lines.with(index, line).join('\n')}\n`)
    if (line === notUtf8) bytes[bytes.indexOf(notUtf8)] = 0xff
    return () => readSource('feed', Readable.from([bytes]))
  }

  it.each([
    ['with a wrong value', lines[4]!.replace('"2"', '"-1"'), 'balance must be'],
    ['that is no JSON', 'oops', 'not a JSON object'],
    ['that is not UTF-8', notUtf8, 'not UTF-8, at byte 1'],
  ])('leaves out the event %s, and only that', async (_, line, reason) => {
    const database = await newPlace()
    const source = spoilt(4, line)
    const left: string[] = []
    const options = { partial: true, onLeftOut: ({ message }: Error) => left.push(message) }
    const { leftOut, checkpoint } = await ingestInto(database, source(), options)
    expect(left).toEqual([expect.stringMatching(new RegExp(`^line 5: .*${reason}`))])
    expect([leftOut, checkpoint.height]).toEqual([1, 3n])
    expect(checkpoint.history).toMatchObject({ first: 1n, partialSince: 2n, gaps: 1n })
    // A run that reads all again finds nothing new.
    await ingestInto(database, source(), { partial: true })
    expect(await balances(database)).toEqual(['1', '3'])
    // The event of a wrong value counts, so later records have other numbers.
    const without = await contentsOf(lines.toSpliced(4, 1), { partial: true })
    if (line === 'oops') expect(await contents(database)).toEqual(without)
  })

  it.each([
    ['a bad begin of a block', 3, 'oops'],
    ['a bad first line', 0, '{oops'],
  ])('does not leave out %s', async (_, index, line) => {
    const ingested = ingestInto(await newPlace(), spoilt(index, line)(), { partial: true })
    await expect(ingested).rejects.toThrow('not a JSON object')
  })
})
