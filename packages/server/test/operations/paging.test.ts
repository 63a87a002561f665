import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { Chain } from '../chain.ts'
import { account, asset } from '../events.ts'
import { type List, lists, type Params, pageOf, pagesOf } from '../lists.ts'
import { refusedFields, running } from '../running.ts'

// Ten records of every list, each in its own block.
const TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const chain = new Chain()
for (const number of TEN) {
  chain.block(...lists.map(list => list.event({ number, at: number + 1, owner: 1, place: 1 })))
}
const server = await running(chain.lines)
afterAll(server.close)

const everything = (list: List): Params => list.filter([1], [1]).params
const ask = (list: List, params: Params) => pageOf(server, list, { ...everything(list), ...params })
const flags = (hasNextPage: boolean, hasPreviousPage: boolean) => ({ hasNextPage, hasPreviousPage })

describe.each(lists)('pages of $operationId', list => {
  it('[PAG-5] lists the newest first unless told', async () => {
    expect((await ask(list, {})).numbers).toEqual([...TEN].reverse())
  })

  it('[PAG-8] names the first and the last row of a page by their cursors', async () => {
    const { cursors, pageInfo } = await ask(list, { 'pagination.first': 4 })
    expect(pageInfo).toMatchObject({ startCursor: cursors[0], endCursor: cursors[3] })
    expect(new Set(cursors).size).toBe(4)
  })

  it('takes a cursor as a position, also one that no row has', async () => {
    const oldestFirst = { 'pagination.newestFirst': false }
    const { cursors } = await ask(list, oldestFirst)
    /** Moves a cursor by a number of events. */
    const moved = (row: number, by: number) => {
      const bytes = Buffer.from(cursors[row] as string, 'base64url')
      bytes.writeUIntBE(bytes.readUIntBE(9, 6) + by, 9, 6)
      return bytes.toString('base64url')
    }
    const numbers = async (params: Params) => (await ask(list, { ...oldestFirst, ...params })).numbers
    expect(await numbers({ 'pagination.after': moved(3, 1) })).toEqual([4, 5, 6, 7, 8, 9])
    expect(await numbers({ 'pagination.after': moved(3, -1) })).toEqual([3, 4, 5, 6, 7, 8, 9])
    expect(await numbers({ 'pagination.before': moved(3, 1) })).toEqual([0, 1, 2, 3])
  })

  it('refuses a cursor that is none, as a mistake of the client', async () => {
    const good = (await ask(list, { 'pagination.first': 1 })).cursors[0] as string
    const bytes = Buffer.from(good, 'base64url')
    const bad = [
      '',
      good.slice(0, -1),
      `${good}A`,
      `${good.slice(0, -1)}=`,
      `${good.slice(0, -1)}+`,
      Buffer.from([bytes[0]! ^ 0x80, ...bytes.subarray(1)]).toString('base64url'),
      Buffer.from('{"timestamp":"2024-07-16T19:46:56Z"}').toString('base64'),
    ]
    for (const cursor of bad) {
      expect(await refusedFields(ask(list, { 'pagination.after': cursor }))).toEqual(['pagination.after'])
      expect(await refusedFields(ask(list, { 'pagination.before': cursor }))).toEqual(['pagination.before'])
    }
  })
})

describe('a page', () => {
  const list = lists.find(({ operationId }) => operationId === 'listAccounts')!
  const oldestFirst = (params: Params) => ask(list, { 'pagination.newestFirst': false, ...params })
  const cursor = async (row: number) => (await oldestFirst({})).cursors[row]

  it('[PAG-1] [PAG-2] holds the first records after a row, and says what lies on either side', async () => {
    const after = async (row: number, first: number) =>
      oldestFirst({ 'pagination.first': first, 'pagination.after': await cursor(row) })
    expect(await after(0, 5)).toMatchObject({ numbers: [1, 2, 3, 4, 5], pageInfo: flags(true, true) })
    expect(await after(4, 5)).toMatchObject({ numbers: [5, 6, 7, 8, 9], pageInfo: flags(false, true) })
    expect(await after(6, 5)).toMatchObject({ numbers: [7, 8, 9], pageInfo: flags(false, true) })
  })

  it('[PAG-3] [PAG-4] holds the last records before a row, in the order of the list', async () => {
    const before = async (row: number, last: number) =>
      oldestFirst({ 'pagination.last': last, 'pagination.before': await cursor(row) })
    expect(await before(6, 5)).toMatchObject({ numbers: [1, 2, 3, 4, 5], pageInfo: flags(true, true) })
    expect(await before(5, 5)).toMatchObject({ numbers: [0, 1, 2, 3, 4], pageInfo: flags(true, false) })
    expect(await before(2, 5)).toMatchObject({ numbers: [0, 1], pageInfo: flags(true, false) })
  })

  it('[PAG-9] has no further page when it holds exactly the rest', async () => {
    for (const direction of ['pagination.first', 'pagination.last']) {
      for (const size of [10, 11, 5000]) {
        expect(await oldestFirst({ [direction]: size })).toMatchObject({
          numbers: TEN,
          pageInfo: flags(false, false),
        })
      }
    }
  })

  it('is empty behind the last row and before the first, with cursors of nothing', async () => {
    const empty = { numbers: [], pageInfo: { startCursor: '', endCursor: '' } }
    const behind = await oldestFirst({ 'pagination.after': await cursor(9) })
    expect(behind).toMatchObject({ ...empty, pageInfo: { ...empty.pageInfo, ...flags(false, true) } })
    const inFront = await oldestFirst({ 'pagination.last': 5, 'pagination.before': await cursor(0) })
    expect(inFront).toMatchObject({ ...empty, pageInfo: { ...empty.pageInfo, ...flags(true, false) } })
  })

  it('holds up to a thousand records when no size is given, also after or before a cursor', async () => {
    expect(await oldestFirst({ 'pagination.after': await cursor(2) })).toMatchObject({
      numbers: [3, 4, 5, 6, 7, 8, 9],
    })
    expect(await oldestFirst({ 'pagination.before': await cursor(2) })).toMatchObject({ numbers: [0, 1] })
    const many = Array.from({ length: 1001 }, (_, number) => account({ asset: asset(number) }))
    const other = await running(new Chain().block(...many).lines)
    onTestFinished(other.close)
    const { PaginationFirst } = contract.components.parameters
    expect((await pageOf(other, list, {})).numbers).toHaveLength(PaginationFirst['x-tn-default'])
    const backwards = {
      'pagination.before': (await pageOf(other, list, { 'pagination.last': 1 })).cursors[0],
    }
    expect(await pageOf(other, list, backwards)).toMatchObject({ pageInfo: flags(true, false) })
    expect((await pageOf(other, list, { 'pagination.first': 5000 })).numbers).toHaveLength(1001)
  })

  it('cannot be asked for in both directions at once', async () => {
    const some = await cursor(3)
    const sides = [
      { 'pagination.first': 1, 'pagination.last': 1 },
      { 'pagination.after': some, 'pagination.before': some },
      { 'pagination.first': 1, 'pagination.before': some },
      { 'pagination.after': some, 'pagination.last': 1 },
    ]
    for (const params of sides) expect(await refusedFields(ask(list, params))).toEqual(Object.keys(params))
  })

  it('[PAG-7] may start at any row, under another filter too', async () => {
    const other = await ask(list, { 'filter.assetId': asset(5), 'pagination.after': await cursor(7) })
    expect(other).toMatchObject({ numbers: [5], pageInfo: flags(false, false) })
    const none = await ask(list, { 'filter.assetId': asset(5), 'pagination.after': await cursor(3) })
    expect(none).toMatchObject({ numbers: [], pageInfo: flags(false, true) })
  })
})

describe('a walk while blocks are ingested', () => {
  it.each(['first', 'last'])('by %s skips and repeats no row that was there throughout', async direction => {
    const chain = new Chain()
    const add = (list: List, number: number) =>
      list.event({ number, at: 10 + (number % 3), owner: 1, place: 1 })
    for (const number of TEN) chain.block(...lists.map(list => add(list, number)))
    const other = await running(chain.lines)
    onTestFinished(other.close)
    const walks = []
    for (const list of lists) {
      const before = (await pageOf(other, list, everything(list))).numbers
      const pages = pagesOf(other, list, { ...everything(list), [`pagination.${direction}`]: 2 })
      walks.push({ list, before, pages, walked: [] as number[] })
    }
    for (let next = 10; next <= 26; next += 2) {
      const known = chain.lines.length
      const events = []
      for (const { list, before, pages, walked } of walks) {
        const { numbers = [] } = (await pages.next()).value ?? {}
        walked.push(...(direction === 'first' ? numbers : [...numbers].reverse()))
        // A newer row, an older one, and updates of rows before and after the cursor.
        const again = list.field === 'fundingPeriodDataPoints' ? [] : [before[0]!, before.at(-1)!]
        events.push(...[next, ...again].map(number => add(list, number)))
        events.push(list.event({ number: next + 1, at: 1, owner: 1, place: 1 }))
      }
      await other.more(chain.block(...events).lines.slice(known))
    }
    for (const { list, before, walked } of walks) {
      const there = walked.filter(number => number < 10)
      expect([list.operationId, there]).toEqual([
        list.operationId,
        direction === 'first' ? before : [...before].reverse(),
      ])
      expect(new Set(walked).size).toBe(walked.length)
    }
  })
})
