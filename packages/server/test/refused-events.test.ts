import { describe, expect, it } from 'vitest'
import type { Progress } from '../src/ingest/options.ts'
import type { Source } from '../src/ingest/source.ts'
import { Chain, type EventDraft, malformed } from './chain.ts'
import { newPlace } from './database.ts'
import { account, market, nodeSignature, order, orderId } from './events.ts'
import { ingestInto, sourceOf } from './running.ts'
import { balance, balances, three } from './three-blocks.ts'

describe('an ingest that is given what it cannot take', () => {
  /** Returns the error for these lines. Afterwards the database must be unchanged or have only whole blocks. */
  async function complaint(
    lines: readonly string[],
    stored: readonly string[] = [],
  ): Promise<[string, string[]]> {
    const database = await newPlace()
    await ingestInto(database, stored)
    const error = await ingestInto(database, lines).then(
      () => new Error('was taken'),
      (reason: Error) => reason,
    )
    return [error.message, await balances(database)]
  }
  const spoilt = (index: number, spoil: (line: string) => string) =>
    three().lines.map((line, at) => (at === index ? spoil(line) : line))

  it.each([
    { name: 'a number where text must be', fields: { balance: 5 }, says: 'balance must be a string, not 5' },
    {
      name: 'an amount that is none',
      fields: { balance: '1e3' },
      says: 'balance must be a non-negative integer without leading zeros in a string, not "1e3"',
    },
    {
      name: 'a record without its name',
      fields: { asset: undefined },
      says: 'asset must be an id of 1 to 64 letters and digits, not ""',
    },
  ])('stops at $name, and keeps the blocks before of that batch', async ({ fields, says }) => {
    const lines = new Chain().block(balance(1)).block(balance(2), malformed(account(fields))).lines
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
    const lines = spoilt(4, line => line.replace(/"balance":"\d+"/, `"balance":${deep}`))
    expect(await complaint(lines)).toEqual(['line 5: balance must be a string, not a list', ['1']])
  })

  it('checks integers, lists and messages inside', async () => {
    const says = async (event: EventDraft) => (await complaint(new Chain().block(malformed(event)).lines))[0]
    expect(await says(order({ size: 'x' }))).toBe('line 2: size must be an integer, not "x"')
    expect(await says(order({ version: '9223372036854775808' }))).toBe(
      'line 2: version must be an integer from 0 to 9223372036854775807, not "9223372036854775808"',
    )
    expect(await says(order({ size: '-1' }))).toContain(
      'size must be an integer from 0 to 18446744073709551615',
    )
    expect(await says(order({ createdAt: '9223372036854775808' }))).toContain(
      'createdAt must be an integer from -9223372036854775808 to 9223372036854775807',
    )
    expect(await says(order({ id: 'd'.repeat(300) }))).toContain('id must be an id of 64 hexadecimal digits')
    expect(await says(nodeSignature({ sig: 'AAAA'.repeat(300) }))).toContain(
      'sig must be a signature of at most',
    )
    expect(await says(order({ postOnly: 'yes' }))).toBe('line 2: postOnly must be true or false, not "yes"')
    expect(await says(order({ icebergOrder: [] }))).toBe('line 2: icebergOrder must be an object, not a list')
    const ended: EventDraft = ['CANCELLED_ORDERS', { marketId: market(1), orderIds: orderId(1) }]
    expect(await says(ended)).toContain('orderIds must be a list')
    const [begin, event, end] = new Chain().block(order({})).lines
    const bare = [begin, event?.replace('"order":', '"trade":'), end] as string[]
    expect((await complaint(bare))[0]).toContain('must carry "order"')
  })

  it('stops at another chain within an input', async () => {
    const other = new Chain('other-chain').blocks([balance(8), balance(9)]).lines
    expect((await complaint([...three().lines.slice(0, 3), ...other.slice(3)]))[0]).toMatch(
      /^line 4: .*other-chain/,
    )
  })
})
