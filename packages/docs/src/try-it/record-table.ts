import { elementOf } from '../code/paint.ts'
import type { Column } from '../contract/columns.ts'

/** A row of a list, as the response has it. */
export interface Edge {
  readonly cursor: string
  readonly node: object
}

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

/** An empty table with the heads of its columns. */
export function emptyTable(columns: readonly Column[]): HTMLTableElement {
  const heads = columns.map(({ path, kind, rule }) => {
    const head = part('th', kind, path.slice(path.lastIndexOf('.') + 1))
    head.title = path
    if (rule) head.append(elementOf('small', '', rule))
    return head
  })
  const table = part('table', 'records', part('thead', '', part('tr', '', ...heads)))
  table.style.setProperty('--columns', columns.map(({ kind }) => WIDTHS[kind]).join(' '))
  return table
}

/**
 * The rows, some in each element, so that the browser lays out only those in view.
 *
 * @param before the rows of an earlier response: a cell that differs from it is marked, and nothing of a new row
 */
export function* rowGroups(
  columns: readonly Column[],
  edges: readonly Edge[],
  before: readonly Edge[] = edges,
): Generator<HTMLElement> {
  const earlier = new Map(before.map(({ cursor, node }) => [cursor, node]))
  for (let start = 0; start < edges.length; start += ROWS) {
    const rows = edges.slice(start, start + ROWS).map(({ cursor, node }) => {
      const old = earlier.get(cursor)
      return part(
        'tr',
        '',
        ...columns.map(column => {
          const value = valueAt(node, column.path)
          return cell(column, value, old !== undefined && value !== valueAt(old, column.path))
        }),
      )
    })
    yield part('tbody', '', ...rows)
  }
}

function cell({ kind, prefix = '' }: Column, value: string, isChanged: boolean): HTMLElement {
  const content = contentOf(kind, prefix, value)
  const shown = isChanged ? elementOf('mark', '', ...content) : undefined
  const made = part('td', kind, ...(shown ? [shown] : content))
  made.title = kind === 'time' && value !== '' ? `${value} ns` : value
  return made
}

function contentOf(kind: Column['kind'], prefix: string, value: string): (string | HTMLElement)[] {
  if (kind === 'time') return [value === '0' || value === '' ? '' : localTime(value)]
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

/** The text of a field; empty where a record has none. */
export function valueAt(node: object, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], node)
  return value === undefined ? '' : String(value)
}

/** An element of a table. Its role is written out: a table with a layout of its own loses it. */
function part<K extends keyof typeof ROLES>(tag: K, kind: string, ...content: (string | Node)[]) {
  const element = elementOf(tag, kind, ...content)
  element.role = ROLES[tag]
  return element
}
