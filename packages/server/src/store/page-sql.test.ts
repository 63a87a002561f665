import { expect, test } from 'vitest'
import { stopOrders } from '../projections/stop-orders.ts'
import { first, last, type Selection, selectEdges, selectExists, selectRows } from './page-sql.ts'

const selection: Selection = {
  table: stopOrders,
  anyOf: new Map([['status', ['STATUS_PENDING', 'STATUS_EXPIRED']]]),
  ranges: new Map(),
  after: first,
  before: last,
}

test('no statement is compiled again at every execution, as SQLite does for a bare LIMIT parameter', () => {
  const statements = [
    selectEdges(selection, 'DESC', 50),
    selectRows(selection, () => 'edge', 'ASC', 50),
    selectExists(selection),
  ]
  for (const { text } of statements) expect(text).not.toMatch(/LIMIT \?\d+ *(\)|$)/)
  expect(statements[0]?.text).toMatch(/LIMIT \?\d+/)
})

test('the same shape of request has the same text, whatever it asks for, so that it is prepared once', () => {
  const other = { ...selection, anyOf: new Map([['status', ['STATUS_TRIGGERED', 'STATUS_STOPPED']]]) }
  expect(selectEdges(other, 'DESC', 7).text).toBe(selectEdges(selection, 'DESC', 50).text)
})
