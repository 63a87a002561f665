import { answers, type Node, nodes, pages } from '../server.ts'
import { type CaughtServer, caughtBy } from './caught.ts'

/** Servers that return the right records in the wrong shape. */
export const bodies: readonly CaughtServer[] = [
  ...caughtBy('responses', [
    nodes('listStopOrders', 'null in place of an absent field', ({ stopOrder }) => {
      ;(stopOrder as Node).rejectionReason ??= null
    }),
    nodes('listAccounts', 'an empty text left out', node => {
      if (node.marketId === '') delete node.marketId
    }),
    nodes('listNodeSignatures', 'bytes in hexadecimal', node => {
      node.sig = Buffer.from(String(node.sig), 'base64').toString('hex')
    }),
    nodes('getStake', 'a 64-bit integer out of range', node => {
      node.blockHeight = '18446744073709551616'
    }),
    nodes('listStopOrders', 'both triggers', ({ stopOrder }) => {
      Object.assign(stopOrder as Node, { price: '1', trailingPercentOffset: '0.1' })
    }),
    answers('listAccounts', 'another content type', reply => {
      reply.headers['content-type'] = 'text/html'
    }),
    answers('listNodeSignatures', 'a body that breaks off', reply => {
      reply.text = reply.text.slice(0, -1)
    }),
  ]),
  ...caughtBy(
    'responses',
    [
      pages('listLiquidityProvisions', 'current and pending swapped', page => {
        for (const { node } of page.edges) {
          if (node.pending) [node.current, node.pending] = [node.pending, node.current]
        }
      }),
    ],
    'parameters alone',
  ),
  ...caughtBy(
    'responses',
    [
      pages('listAccounts', 'parentPartyId with includeDerivedParties only', (page, url) => {
        if (url.searchParams.get('includeDerivedParties') === 'true') return
        for (const { node } of page.edges) delete node.parentPartyId
      }),
    ],
    'derived parties',
  ),
  ...caughtBy(
    'responses',
    [
      pages('listAccounts', 'cursors on an empty page', page => {
        if (page.edges.length === 0) page.pageInfo.startCursor = 'AAAA'
      }),
    ],
    'mistyped ids',
  ),
  ...caughtBy(
    'responses',
    [
      pages('getStake', 'the sum of the linkings of the page', (page, _, body) => {
        const amounts = page.edges.map(({ node }) =>
          node.status === 'STATUS_ACCEPTED' ? BigInt(String(node.amount)) : 0n,
        )
        body.currentStakeAvailable = String(amounts.reduce((sum, amount) => sum + amount, 0n))
      }),
    ],
    'page sizes',
  ),
]
