import { elementOf } from '../code/element.ts'
import type { Column } from '../contract/columns.ts'
import type { Chart } from '../guides/advice.ts'
import { chartOf } from './chart.ts'
import { type Edge, valueAt } from './list-page.ts'

/** How the records of an operation are shown; nothing for one without a list. */
export interface RecordView {
  /** The field of the response with the records. */
  readonly page?: string | undefined
  readonly columns: readonly Column[]
  readonly chart?: Chart | undefined
}

/** A table with a layout of its own loses the roles of its elements. */
const ROLES = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
}
const WIDTHS = { text: '6rem', time: '9rem', number: '6.5rem', enum: '6.75rem' }
const ROWS = 50

/** The records as a table below their chart. The rows are to be put into the table. */
export function tableOf({ columns, chart }: RecordView, edges: readonly Edge[], before?: readonly Edge[]) {
  const heads = columns.map(({ path, kind, rule }) => {
    const head = part('th', kind, path.slice(path.lastIndexOf('.') + 1))
    head.title = path
    if (rule) head.append(elementOf('small', '', rule))
    return head
  })
  const table = part('table', 'records', part('thead', '', part('tr', '', ...heads)))
  table.style.setProperty('--columns', columns.map(({ kind }) => WIDTHS[kind]).join(' '))
  const picture = chart && chartOf(chart, edges)
  return {
    shown: picture ? [picture, table] : [table],
    into: table,
    pieces: rowGroups(columns, edges, before),
  }
}

/**
 * The rows, some in each element, so that the browser lays out only those in view.
 *
 * @param before the rows of an earlier response: a cell that differs from it is marked, and nothing of a new row
 */
function* rowGroups(columns: readonly Column[], edges: readonly Edge[], before: readonly Edge[] = edges) {
  const earlier = new Map(before.map(({ cursor, node }) => [cursor, node]))
  for (let start = 0; start < edges.length; start += ROWS) {
    const rows = edges.slice(start, start + ROWS).map(({ cursor, node }) => {
      const old = earlier.get(cursor) ?? node
      const cells = columns.map(column =>
        cellOf(column, valueAt(node, column.path), valueAt(old, column.path)),
      )
      return part('tr', '', ...cells)
    })
    yield part('tbody', '', ...rows)
  }
}

function cellOf({ kind, prefix = '' }: Column, value: string, old: string): HTMLElement {
  const content = contentOf(kind, prefix, value)
  const cell = part('td', kind, ...(value === old ? content : [elementOf('mark', '', ...content)]))
  cell.title = kind === 'time' && value !== '' ? `${value} ns` : value
  // A screen reader would spell the whole id.
  if (content.length > 1) cell.ariaLabel = `${content[0]}…${content.at(-1)}`
  return cell
}

function contentOf(kind: Column['kind'], prefix: string, value: string): (string | HTMLElement)[] {
  if (kind === 'time') return [/^[1-9]\d*$/.test(value) ? localTime(value) : value === '0' ? '' : value]
  if (/^[A-Z\d]+(_[A-Z\d]+)+$/.test(value))
    return [value.replace(prefix, '').toLowerCase().replaceAll('_', ' ')]
  // The middle of a long id is not seen, and is copied all the same.
  if (kind === 'text' && value.length > 24)
    return [value.slice(0, 6), elementOf('span', 'middle', value.slice(6, -4)), value.slice(-4)]
  return [value]
}

/** Date and time of the reader's place, in the order that sorts. Sweden writes them so. */
function localTime(nanoseconds: string): string {
  return new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toLocaleString('sv-SE')
}

function part<K extends keyof typeof ROLES>(tag: K, kind: string, ...content: (string | Node)[]) {
  const element = elementOf(tag, kind, ...content)
  element.role = ROLES[tag]
  return element
}
