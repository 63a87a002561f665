import { answers, asks, type Mutant, type Node, nodes, pages } from './mutant.ts'

const of = (operation: string, caughtBy: string, name: string) => ({ operation, name, caughtBy })

/** Servers of which the records are well-formed and untrue. */
export const contents: readonly Mutant[] = [
  nodes(of('listStopOrders', 'responses', 'says both triggers'), ({ stopOrder }) => {
    Object.assign(stopOrder as Node, { price: '1', trailingPercentOffset: '0.1' })
  }),
  nodes(of('listFundingPeriodDataPoints', 'records', 'lists the points of another market'), node => {
    node.marketId = 'b'.repeat(64)
  }),
  nodes(of('getStake', 'records', 'lists the linkings of another party'), node => {
    node.party = 'network'
  }),
  nodes(of('listFundingPeriodDataPoints', 'parameters alone', 'cuts times to whole seconds'), node => {
    node.timestamp = `${String(node.timestamp).slice(0, -9)}000000000`
  }),
  pages(of('getStake', 'responses', 'adds up the linkings of the page'), (page, _, body) => {
    const amounts = page.edges.map(({ node }) =>
      node.status === 'STATUS_ACCEPTED' ? BigInt(String(node.amount)) : 0n,
    )
    body.currentStakeAvailable = String(amounts.reduce((sum, amount) => sum + amount, 0n))
  }),
  answers(of('getStake', 'available stake', 'adds a digit to the stake'), reply => {
    reply.text = reply.text.replace('"currentStakeAvailable":"', '$&1')
  }),
  asks(of('getOrder', 'order versions', 'ignores the version'), url => {
    if (/^[1-9]\d{0,8}$/.test(url.searchParams.get('version') ?? '')) url.searchParams.delete('version')
  }),
  {
    ...of('getOrder', 'order versions', 'serves the latest version only'),
    answer: async ({ url, method }, correct) => {
      const first = url.searchParams.get('version') === '1'
      const target = url.pathname + url.search
      if (!first) return correct(target, method)
      const latest = await correct(url.pathname)
      return latest.text.includes('"version":"1"') ? latest : correct(`${url.pathname}?version=9999999`)
    },
  },
  asks(of('getOrder', 'order versions', 'takes the latest for a version that never was'), url => {
    if (Number(url.searchParams.get('version')) > 1_000_000) url.searchParams.delete('version')
  }),
  answers(of('getOrder', 'order versions', 'answers another order'), reply => {
    reply.text = reply.text.replace(/"id":"[0-9a-f]{64}"/, `"id":"${'c'.repeat(64)}"`)
  }),
  answers(of('getOrder', 'unknown id', 'makes up an order that never was'), (reply, { url }) => {
    if (!url.pathname.includes('/0f1e2d3c')) return
    reply.status = 200
  }),
]
