import { asks, type Mutant, type Node, pages } from './mutant.ts'

const of = (operation: string, caughtBy: string, name: string) => ({ operation, name, caughtBy })

/** The part of the stake that rejected unlinks would take, if they counted. */
function rejectedUnlinks(edges: readonly { readonly node: Node }[]): bigint {
  return edges
    .filter(({ node }) => node.type === 'TYPE_UNLINK' && node.status === 'STATUS_REJECTED')
    .reduce((sum, { node }) => sum + BigInt(String(node.amount)), 0n)
}

/** Servers that are wrong for few records or few requests only. An earlier version of the check passed each of them. */
export const subtle: readonly Mutant[] = [
  {
    ...of('getStake', 'available stake', 'lets rejected unlinks lower the stake'),
    answer: async ({ url, method }, correct) => {
      const reply = await correct(url.pathname + url.search, method)
      if (reply.status !== 200 || reply.text === '') return reply
      const whole = await correct(url.pathname, 'GET')
      const all = (JSON.parse(whole.text) as { stakeLinkings: { edges: { node: Node }[] } }).stakeLinkings
      const body = JSON.parse(reply.text) as { currentStakeAvailable: string }
      const stake = BigInt(body.currentStakeAvailable) - rejectedUnlinks(all.edges)
      return {
        ...reply,
        text: JSON.stringify({ ...body, currentStakeAvailable: String(stake > 0n ? stake : 0n) }),
      }
    },
  },
  pages(of('listLiquidityProvisions', 'responses', 'swaps current and pending'), page => {
    for (const { node } of page.edges) {
      if (node.pending) [node.current, node.pending] = [node.pending, node.current]
    }
  }),
  asks(of('listStopOrders', 'parameter combinations', 'ignores the third of three filters'), url => {
    const names = new Set([...url.searchParams.keys()].filter(name => name.startsWith('filter.')))
    const third = [...names][2]
    if (names.size === 3 && third !== undefined) url.searchParams.delete(third)
  }),
  pages(
    of('listAccounts', 'responses', 'shows parentPartyId with includeDerivedParties only'),
    (page, url) => {
      if (url.searchParams.get('includeDerivedParties') === 'true') return
      for (const { node } of page.edges) delete node.parentPartyId
    },
  ),
  asks(of('listAccounts', 'parameter combinations', 'ignores includeDerivedParties beside a market'), url => {
    if (url.searchParams.has('filter.partyIds') && url.searchParams.has('filter.marketIds'))
      url.searchParams.delete('includeDerivedParties')
  }),
]
