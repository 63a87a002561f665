import { expect, test } from 'vitest'
import { accounts } from '../../projections/accounts.ts'
import { stopOrders } from '../../projections/stop-orders.ts'
import type { ListedTable } from '../tables/table.ts'
import { rowsStatement } from './page-sql.ts'
import type { Selection } from './selection.ts'

const selection: Selection = {
  table: stopOrders,
  anyOf: new Map([['status', ['STATUS_PENDING', 'STATUS_EXPIRED']]]),
  ranges: new Map(),
}

test('no statement is compiled again at every execution, as SQLite does for a bare LIMIT parameter', () => {
  const { text } = rowsStatement(selection, 'DESC', 50)
  expect(text).toMatch(/LIMIT \?\d+/)
  expect(text).not.toMatch(/LIMIT \?\d+ *$/)
})

test('the same shape of request has the same text, whatever it asks for, so that it is prepared once', () => {
  const other = { ...selection, anyOf: new Map([['status', ['STATUS_TRIGGERED', 'STATUS_STOPPED']]]) }
  expect(rowsStatement(other, 'DESC', 7).text).toBe(rowsStatement(selection, 'DESC', 50).text)
})

/** Returns the statements for these numbers of values per column. */
const texts = (table: ListedTable, counts: readonly number[], columns: readonly string[]) =>
  counts.map(count => {
    const values = Array.from({ length: count }, (_, index) => String(index))
    const anyOf = new Map(columns.map(column => [column, values]))
    return rowsStatement({ ...selection, table, anyOf }, 'DESC', 10).text
  })

const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1)

test('a filter has few statements, however many values it may have', () => {
  expect(new Set(texts(accounts, upTo(128), ['owner'])).size).toBe(8)
  expect(new Set(texts(accounts, upTo(20), ['owner', 'market'])).size).toBeLessThanOrEqual(6)
  // The maximum number of values that fits into an address. There are too many to seek by, so they filter each row.
  const most = Array.from({ length: 80 }, (_, index) => (index + 1) * 100)
  expect(new Set(texts(accounts, most, ['owner'])).size).toBeLessThanOrEqual(8)
})

test('a filter that is only tested does not make each range longer by a look-up per value', () => {
  const [few = '', many = ''] = [2, 400].map(count => {
    const values = (length: number) => Array.from({ length }, (_, index) => String(index))
    const anyOf = new Map([
      ['owner', values(100)],
      ['market', values(count)],
    ])
    return rowsStatement({ ...selection, table: accounts, anyOf }, 'DESC', 10).text
  })
  const lookUps = (text: string) => text.split('FROM names').length
  expect(lookUps(many)).toBe(lookUps(few))
})

test('no statement has more ranges than SQLite takes', () => {
  const all = [
    ...texts(accounts, upTo(520), ['owner']),
    ...texts(accounts, upTo(8), ['owner', 'asset', 'market', 'type']),
    ...texts(stopOrders, upTo(8), ['party', 'market', 'status']),
  ]
  expect(Math.max(...all.map(text => text.split('UNION ALL').length))).toBeLessThanOrEqual(500)
})
