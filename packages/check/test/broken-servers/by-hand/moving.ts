import type { Reply } from '../../network.ts'
import type { Page } from '../server.ts'
import type { CaughtServer } from './caught.ts'

function counted(reply: Reply, size: number, after: string | null): Reply {
  const body = JSON.parse(reply.text) as { orders: Page }
  const all = body.orders.edges
  const start = after === null ? 0 : Number(Buffer.from(after, 'base64url').toString()) + 1
  const edges = all
    .slice(start, start + size)
    .map(({ node }, index) => ({ node, cursor: Buffer.from(String(start + index)).toString('base64url') }))
  const pageInfo = {
    startCursor: edges[0]?.cursor ?? '',
    endCursor: edges.at(-1)?.cursor ?? '',
    hasNextPage: start + size < all.length,
    hasPreviousPage: start > 0,
  }
  return { ...reply, text: JSON.stringify({ orders: { edges, pageInfo } }) }
}

/** Servers that are right only as long as the network stands still. */
export const moving: readonly CaughtServer[] = [
  {
    name: 'has cursors that count rows',
    operation: 'listStopOrders',
    caughtBy: 'repeated walks',
    moving: true,
    answer: async ({ url, method }, correct) => {
      const first = Number(url.searchParams.get('pagination.first'))
      const after = url.searchParams.get('pagination.after')
      const names = [...url.searchParams.keys()]
      const plain = names.every(name => name === 'pagination.first' || name === 'pagination.after')
      if (method !== 'GET' || !plain || !(first >= 1 && first <= 5000))
        return correct(url.pathname + url.search, method)
      return counted(await correct('/api/v2/stoporders?pagination.first=5000'), first, after)
    },
  },
]
