import type { Operation } from '../../src/contract/operations.ts'
import { ALWAYS, conditionsOf } from './rewriting.ts'
import { type BrokenServer, type Page, pages } from './server.ts'

type Defect = readonly [name: string, change: (page: Page, url: URL) => void]

const remove = (place: (length: number) => number) => (page: Page) => {
  page.edges.splice(place(page.edges.length), 1)
  withCursors(page)
}

const DEFECTS: readonly Defect[] = [
  ['loses the first row', remove(() => 0)],
  ['loses the last row', remove(length => length - 1)],
  ['loses a row in the middle', remove(length => Math.floor(length / 2))],
  [
    'lists a row twice',
    page => {
      const [edge] = page.edges
      if (edge) page.edges.splice(1, 0, edge)
    },
  ],
  [
    'lists neighbours in another order',
    page => {
      const [one, other] = page.edges
      if (one && other) page.edges.splice(0, 2, other, one)
      withCursors(page)
    },
  ],
  [
    'reverses the rows',
    page => {
      page.edges.reverse()
      withCursors(page)
    },
  ],
  [
    'has the cursor of the row before',
    page => {
      const cursors = page.edges.map(({ cursor }) => cursor)
      page.edges = page.edges.map((edge, place) => ({
        ...edge,
        cursor: cursors[Math.max(0, place - 1)] ?? '',
      }))
      withCursors(page)
    },
  ],
  ['always has a next page', ({ pageInfo }) => void Object.assign(pageInfo, { hasNextPage: true })],
  ['never has a next page', ({ pageInfo }) => void Object.assign(pageInfo, { hasNextPage: false })],
  ['always has a previous page', ({ pageInfo }) => void Object.assign(pageInfo, { hasPreviousPage: true })],
  ['never has a previous page', ({ pageInfo }) => void Object.assign(pageInfo, { hasPreviousPage: false })],
  [
    'swaps startCursor and endCursor',
    ({ pageInfo }) => {
      const { startCursor, endCursor } = pageInfo
      Object.assign(pageInfo, { startCursor: endCursor, endCursor: startCursor })
    },
  ],
  [
    'has a next page whenever a page is full',
    ({ edges, pageInfo }, url) => {
      pageInfo.hasNextPage = edges.length === Number(url.searchParams.get('pagination.first') ?? 1000)
    },
  ],
  [
    'has no rows',
    page => {
      page.edges = []
      page.pageInfo = { startCursor: '', endCursor: '', hasNextPage: false, hasPreviousPage: false }
    },
  ],
]

/** For every list, servers that page wrong, always and under one condition. */
export function brokenPages(operation: Operation): BrokenServer[] {
  if (operation.page === undefined) return []
  const conditions = conditionsOf(operation)
  return DEFECTS.flatMap(([name, change], turn) =>
    [ALWAYS, conditions[turn % conditions.length] ?? ALWAYS].map(condition =>
      pages(operation.id, `${name}${condition.name}`, (page, url) => {
        if (condition.holds(url)) change(page, url)
      }),
    ),
  )
}

function withCursors(page: Page): void {
  page.pageInfo.startCursor = page.edges[0]?.cursor ?? ''
  page.pageInfo.endCursor = page.edges.at(-1)?.cursor ?? ''
}
