import { asks, change, type Node, nodes, pages, rewrites } from '../server.ts'
import { type CaughtServer, caughtBy } from './caught.ts'

/** The part of the stake that rejected unlinks would take, if they counted. */
function rejectedUnlinks(edges: readonly { readonly node: Node }[]): bigint {
  return edges
    .filter(({ node }) => node.type === 'TYPE_UNLINK' && node.status === 'STATUS_REJECTED')
    .reduce((sum, { node }) => sum + BigInt(String(node.amount)), 0n)
}

/** Servers of which the records are well-formed, and wrong or not the requested ones. */
export const records: readonly CaughtServer[] = [
  ...caughtBy('parameters alone', [
    pages('listLiquidityProvisions', 'lists live provisions only', (page, url) => {
      if (url.searchParams.get('live') !== 'true') return
      page.edges = page.edges.filter(({ node }) => (node.current as Node).status === 'STATUS_ACTIVE')
    }),
  ]),
  ...caughtBy(
    'responses',
    [
      rewrites('getOrder', 'shows expired orders as active', 200, ({ order }) => {
        if ((order as Node).status === 'STATUS_EXPIRED')
          Object.assign(order as Node, { status: 'STATUS_ACTIVE' })
      }),
    ],
    'order versions',
  ),
  ...caughtBy('records', [
    nodes('getStake', 'has one party in every linking', node => {
      node.party = 'b'.repeat(64)
    }),
  ]),
  ...caughtBy('parameter combinations', [
    asks('listAccounts', 'takes any type of account of an asset', url => {
      if (url.searchParams.has('filter.assetId')) url.searchParams.delete('filter.accountTypes')
    }),
  ]),
  ...caughtBy('derived parties', [
    asks('listAccounts', 'never includes derived parties', url => {
      url.searchParams.delete('includeDerivedParties')
    }),
  ]),
  ...caughtBy('triggered orders', [
    rewrites('getOrder', 'has one side in every order', 200, ({ order }) => {
      Object.assign(order as Node, { side: 'SIDE_BUY' })
    }),
  ]),
  ...caughtBy('limits', [
    asks('listFundingPeriodDataPoints', 'finds no point of an unspecified source', url => {
      if (url.searchParams.get('source') === 'SOURCE_UNSPECIFIED')
        url.searchParams.set('seq', '18446744073709551615')
    }),
  ]),
  ...caughtBy('aggregation', [
    asks('listReferralSetReferees', 'takes no epochs for the default', url => {
      change(url, 'aggregationEpochs', epochs => (epochs === '0' ? '30' : epochs))
    }),
  ]),
  ...caughtBy('several values', [
    asks('listAccounts', 'finds nothing for many values', url => {
      if (url.searchParams.getAll('filter.partyIds').length > 20)
        url.searchParams.set('filter.partyIds', '0'.repeat(64))
    }),
  ]),
  ...caughtBy('available stake', [
    {
      operation: 'getStake',
      name: 'lets rejected unlinks lower the stake',
      answer: async ({ url, method }, correct) => {
        const reply = await correct(url.pathname + url.search, method)
        if (reply.status !== 200 || reply.text === '') return reply
        const whole = await correct(url.pathname, 'GET')
        const all = (JSON.parse(whole.text) as { stakeLinkings: { edges: { node: Node }[] } }).stakeLinkings
        const body = JSON.parse(reply.text) as { currentStakeAvailable: string }
        const stake = BigInt(body.currentStakeAvailable) - rejectedUnlinks(all.edges)
        const currentStakeAvailable = String(stake > 0n ? stake : 0n)
        return { ...reply, text: JSON.stringify({ ...body, currentStakeAvailable }) }
      },
    },
  ]),
  ...caughtBy('order versions', [
    {
      operation: 'getOrder',
      name: 'serves the version before the latest',
      answer: async ({ url, method }, correct) => {
        const reply = await correct(url.pathname + url.search, method)
        const { order } = JSON.parse(reply.text || '{}') as { order?: Node }
        const version = BigInt(String(order?.version ?? 0))
        if (url.searchParams.has('version') || version < 2n) return reply
        return correct(`${url.pathname}?version=${version - 1n}`, method)
      },
    },
    asks('getOrder', 'takes the latest for a version that never was', url => {
      if (Number(url.searchParams.get('version')) > 1_000_000) url.searchParams.delete('version')
    }),
  ]),
]
