import type { Reply } from '../../network.ts'
import type { Get, Page } from '../server.ts'
import type { CaughtServer } from './caught.ts'

/** Where a row lies: the text of an edge to its rank. */
type Rank = (edges: Page['edges']) => Page['edges']

/** A server whose cursors count rows, of a list that it puts in an order of its own. */
function counting(name: string, order: Rank): CaughtServer {
  return {
    name,
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
      return counted(await wholeList(correct), order, first, after)
    },
  }
}

async function wholeList(correct: Get): Promise<Reply> {
  return correct('/api/v2/stoporders?pagination.first=5000')
}

function counted(reply: Reply, order: Rank, size: number, after: string | null): Reply {
  const body = JSON.parse(reply.text) as { orders: Page }
  const all = order(body.orders.edges)
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

const changed = (node: Page['edges'][number]['node']) => {
  const { updatedAt, createdAt } = node.stopOrder as { updatedAt: string; createdAt: string }
  return BigInt(updatedAt === '0' ? createdAt : updatedAt)
}

/** Servers that are right only as long as the network stands still. */
export const moving: readonly CaughtServer[] = [
  counting('has cursors that count rows', edges => edges),
  counting('orders by the last change', edges =>
    edges.toSorted((one, other) => (changed(one.node) < changed(other.node) ? 1 : -1)),
  ),
]
