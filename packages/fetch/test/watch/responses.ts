import { createHash } from 'node:crypto'
import type { Row, State } from './chain.ts'

/** A request of a history: for the whole list, for a window of three, or for the oldest record as an order. */
export type Mode = 'list' | 'window' | 'order'

const WINDOW = 3

/** The rows that a watch shows at a state. */
export const shownRows = ({ rows }: State, mode: Mode): Row[] =>
  [...rows.values()].slice(0, { list: Infinity, window: WINDOW, order: 1 }[mode])

/** The body of a response; `undefined` for a missing order. */
export const bodyOf = (state: State, mode: Mode): string | undefined => {
  const rows = shownRows(state, mode)
  if (mode === 'order') return rows[0] && JSON.stringify({ order: rows[0] })
  const edges = rows.map(node => ({ cursor: node.id, node }))
  const hasNextPage = rows.length < state.rows.size
  const pageInfo = { startCursor: '', endCursor: '', hasNextPage, hasPreviousPage: false }
  return JSON.stringify({ signatures: { edges, pageInfo } })
}

export const tagOf = (body: string | undefined): string =>
  body === undefined ? '' : `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 16)}"`

/** An error of the contract. */
export const problem = (status: number, headers: Readonly<Record<string, string>>): Response =>
  Response.json({ code: 14, message: 'scripted', details: [] }, { status, headers })
