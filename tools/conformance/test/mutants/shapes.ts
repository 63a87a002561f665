import { answers, type Mutant, type Node, nodes, pages } from './mutant.ts'

const of = (operation: string, name: string) => ({ operation, name, caughtBy: 'responses' })
const within = (node: Node, field: string) => node[field] as Node

/** Servers that return the right records in the wrong shape. */
export const shapes: readonly Mutant[] = [
  nodes(of('listAccounts', 'a number in place of a string'), node => {
    node.balance = Number(node.balance)
  }),
  nodes(of('listStopOrders', 'null in place of an absent field'), ({ stopOrder }) => {
    ;(stopOrder as Node).rejectionReason ??= null
  }),
  nodes(of('listAccounts', 'null in a field that the contract does not know'), node => {
    node.note = null
  }),
  nodes(of('listAccounts', 'an empty text left out'), node => {
    if (node.marketId === '') delete node.marketId
  }),
  nodes(of('listStopOrders', 'false left out'), node => {
    const submission = within(node, 'submission')
    if (submission?.postOnly === false) delete submission.postOnly
  }),
  nodes(of('listAccounts', 'a field in snake_case'), node => {
    node.parent_party_id = 'x'
  }),
  nodes(of('listAccounts', 'an enum as its number'), node => {
    node.type = 4
  }),
  nodes(of('listStopOrders', 'an enum in lower case'), ({ stopOrder }) => {
    const order = stopOrder as Node
    order.status = String(order.status).toLowerCase()
  }),
  nodes(of('getStake', 'a time as a date'), node => {
    node.ts = new Date(Number(BigInt(String(node.ts)) / 1_000_000n)).toISOString()
  }),
  nodes(of('listEpochRewardSummaries', 'a negative amount'), node => {
    node.amount = `-${node.amount}`
  }),
  nodes(of('listFundingPeriodDataPoints', 'a decimal with an exponent'), node => {
    node.price = Number(node.price).toExponential()
  }),
  nodes(of('listNodeSignatures', 'bytes in hexadecimal'), node => {
    node.sig = Buffer.from(String(node.sig), 'base64').toString('hex')
  }),
  nodes(of('listLiquidityProvisions', 'an empty list left out'), node => {
    delete within(node, 'current').buys
  }),
  nodes(of('getStake', 'a 64-bit integer out of range'), node => {
    node.blockHeight = '18446744073709551616'
  }),
  pages(of('listStopOrders', 'the page under another name'), (page, _, body) => {
    body.stopOrders = page
    delete body.orders
  }),
  pages(of('listEpochRewardSummaries', 'bare records in place of edges'), page => {
    page.edges = page.edges.map(({ node }) => node) as never
  }),
  pages(of('listReferralSetReferees', 'no pageInfo'), page => {
    delete (page as Partial<typeof page>).pageInfo
  }),
  answers(of('listAccounts', 'another content type'), reply => {
    reply.headers['content-type'] = 'text/html'
  }),
  answers(of('listAccounts', 'no block height'), reply => {
    delete reply.headers['x-block-height']
  }),
  answers(of('getStake', 'a block height that is no number'), reply => {
    reply.headers['x-block-height'] = 'latest'
  }),
  answers(of('listNodeSignatures', 'a body that breaks off'), reply => {
    reply.text = reply.text.slice(0, -1)
  }),
  answers(of('listLiquidityProvisions', '203 in place of 200'), reply => {
    if (reply.status === 200) reply.status = 203
  }),
  answers(of('getOrder', 'a flag as a text'), reply => {
    reply.text = reply.text.replaceAll('"postOnly":false', '"postOnly":"false"')
  }),
  answers(of('getOrder', 'the bare order'), reply => {
    if (reply.status === 200) reply.text = JSON.stringify((JSON.parse(reply.text) as Node).order)
  }),
]
