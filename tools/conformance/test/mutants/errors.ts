import type { Reply } from '../network.ts'
import { type Asked, answers, asks, change, type Mutant, type Node } from './mutant.ts'

const of = (operation: string, caughtBy: string, name: string) => ({ operation, name, caughtBy })

function rewrite(reply: Reply, change: (body: Node) => void): void {
  if (reply.text === '') return
  const body = JSON.parse(reply.text) as Node
  change(body)
  reply.text = JSON.stringify(body)
}

/** Answers with 500 and a proper body. */
function fail(reply: Reply): void {
  reply.status = 500
  rewrite(reply, body =>
    Object.assign(body, { code: 13, details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo' }] }),
  )
}

/** Leaves a parameter out when its value is not allowed, which makes it pass. */
const lenient = (operation: string, parameter: string, allowed: RegExp): Mutant =>
  asks(of(operation, 'bad values', `lets any ${parameter} pass`), url => {
    if (url.searchParams.getAll(parameter).some(value => !allowed.test(value)))
      url.searchParams.delete(parameter)
  })

const refused = (reply: Reply, { url }: Asked, name: string) =>
  reply.status === 400 && url.searchParams.has(name)

/** Servers that treat bad requests wrong. */
export const errors: readonly Mutant[] = [
  answers(of('listAccounts', 'responses', '500 on a bad cursor'), (reply, asked) => {
    if (refused(reply, asked, 'pagination.after')) fail(reply)
  }),
  answers(of('getOrder', 'responses', '500 on an unknown order'), reply => {
    if (reply.status === 404) fail(reply)
  }),
  answers(of('listStopOrders', 'responses', 'errors in a shape of their own'), reply => {
    if (reply.status >= 400) reply.text = '{"error":"bad request"}'
  }),
  answers(of('listStopOrders', 'responses', 'the status in place of the code'), reply => {
    if (reply.status >= 400) rewrite(reply, body => Object.assign(body, { code: reply.status }))
  }),
  answers(of('getStake', 'responses', 'errors without details'), reply => {
    if (reply.status >= 400) rewrite(reply, body => Object.assign(body, { details: [] }))
  }),
  answers(of('getStake', 'responses', 'errors as text'), reply => {
    if (reply.status >= 400)
      Object.assign(reply, { text: 'Bad Request', headers: { 'content-type': 'text/plain' } })
  }),
  answers(of('getOrder', 'responses', 'a stack in the message'), reply => {
    if (reply.status === 404) {
      rewrite(reply, body => Object.assign(body, { message: 'no order\n    at find (/srv/orders.js:12:7)' }))
    }
  }),
  answers(of('listAccounts', 'responses', 'the query in the message'), reply => {
    if (reply.status === 400)
      rewrite(reply, body => Object.assign(body, { message: 'SELECT * FROM accounts failed' }))
  }),
  answers(of('listEpochRewardSummaries', 'bad values', 'a 400 that names no parameter'), reply => {
    reply.text = reply.text.replaceAll(/"fieldViolations":\[.*?\]/g, '"fieldViolations":[]')
  }),
  answers(of('listNodeSignatures', 'bad values', '404 in place of 400'), reply => {
    if (reply.status !== 400) return
    reply.status = 404
    const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo' }]
    rewrite(reply, body => Object.assign(body, { code: 5, details }))
  }),
  answers(
    of('listFundingPeriodDataPoints', 'unknown id', '404 for a market without records'),
    (reply, { url }) => {
      if (!url.pathname.includes('/0f1e2d3c') || reply.status !== 200) return
      const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo' }]
      Object.assign(reply, {
        status: 404,
        text: JSON.stringify({ code: 5, message: 'no such market', details }),
      })
    },
  ),
  answers(of('listLiquidityProvisions', 'responses', '405 without Allow'), reply => {
    delete reply.headers.allow
  }),
  {
    ...of('listReferralSetReferees', 'wrong method', 'answers any method'),
    answer: ({ url }, correct) => correct(url.pathname + url.search, 'GET'),
  },
  asks(of('listReferralSetReferees', 'unknown path', 'answers any path below'), url => {
    url.pathname = url.pathname.replace('/no-such-path', '')
  }),
  asks(of('listStopOrders', 'unknown parameter', 'ignores unknown parameters'), url => {
    for (const name of ['noSuchParameter', 'pagination.frist', 'filter.nothing'])
      url.searchParams.delete(name)
  }),
  asks(of('listLiquidityProvisions', 'repeated parameter', 'takes the last of several values'), url => {
    for (const name of new Set(url.searchParams.keys()))
      url.searchParams.set(name, url.searchParams.getAll(name).at(-1) ?? '')
  }),
  answers(of('listNodeSignatures', 'missing parameter', 'lists nothing without the id'), (reply, { url }) => {
    if (url.searchParams.has('id')) return
    const pageInfo = { startCursor: '', endCursor: '', hasNextPage: false, hasPreviousPage: false }
    Object.assign(reply, { status: 200, text: JSON.stringify({ signatures: { edges: [], pageInfo } }) })
  }),
  asks(of('listAccounts', 'conflicting parameters', 'ignores last beside first'), url => {
    if (url.searchParams.has('pagination.first')) url.searchParams.delete('pagination.last')
  }),
  asks(of('listAccounts', 'conflicting parameters', 'ignores a cursor that contradicts'), url => {
    if (url.searchParams.has('pagination.first')) url.searchParams.delete('pagination.before')
  }),
  asks(of('listAccounts', 'parameters alone', 'includes derived parties of nobody'), url => {
    if (!url.searchParams.has('filter.partyIds')) url.searchParams.delete('includeDerivedParties')
  }),
  asks(of('listStopOrders', 'foreign cursor', 'takes the cursors of other lists'), url => {
    for (const name of ['pagination.after', 'pagination.before']) {
      if (url.searchParams.get(name)?.startsWith('B') === false) url.searchParams.delete(name)
    }
  }),
  asks(of('listEpochRewardSummaries', 'bad values', 'takes a page size beyond the limit'), url => {
    change(url, 'pagination.first', size => (size === '5001' ? '5000' : size))
  }),
  asks(of('getStake', 'bad values', 'takes a page size of 0'), url => {
    change(url, 'pagination.last', size => (size === '0' ? '1000' : size))
  }),
  asks(of('listEpochRewardSummaries', 'bad values', 'lets integers overflow'), url => {
    change(url, 'filter.toEpoch', epoch =>
      /^\d+$/.test(epoch) ? String(BigInt.asUintN(64, BigInt(epoch))) : epoch,
    )
  }),
  asks(of('listAccounts', 'mistyped ids', 'lists nothing under an id with a digit missing'), url => {
    change(url, 'filter.assetId', id => (/^[0-9a-f]{63}$/.test(id) ? `0${id}` : id))
  }),
  asks(of('listEpochRewardSummaries', 'mistyped ids', 'leaves out a name that no record carries'), url => {
    if (url.searchParams.get('filter.assetIds')?.startsWith('noSuchName'))
      url.searchParams.delete('filter.assetIds')
  }),
  asks(of('listNodeSignatures', 'mistyped ids', 'takes a well-known name in any letter case'), url => {
    change(url, 'id', id => (id === 'vote' ? 'VOTE' : id))
  }),
  asks(of('listAccounts', 'mistyped ids', 'refuses a name that an account carries'), url => {
    change(url, 'filter.assetId', id => (id === 'myToken' ? 'zz' : id))
  }),
  asks(of('listNodeSignatures', 'mistyped ids', 'refuses a name that only an account carries'), url => {
    change(url, 'id', id => (id === 'myToken' ? 'zz' : id))
  }),
  asks(of('listEpochRewardSummaries', 'mistyped ids', 'refuses a well-known name without records'), url => {
    change(url, 'filter.assetIds', id => (id === 'XYZgamma' ? 'zz' : id))
  }),
  asks(of('listNodeSignatures', 'mistyped ids', 'refuses fewer than 64 digits'), url => {
    change(url, 'id', id => (/^([0-9a-f]{2}){1,31}$/.test(id) ? 'zz' : id))
  }),
  answers(of('listAccounts', 'mistyped ids', 'names no parameter for a mistyped name'), (reply, { url }) => {
    if (/^[a-z]+$/i.test(url.searchParams.get('filter.assetId') ?? ''))
      reply.text = reply.text.replaceAll(/"fieldViolations":\[.*?\]/g, '"fieldViolations":[]')
  }),
  lenient('listStopOrders', 'filter.statuses', /^STATUS_/),
  lenient('listStopOrders', 'filter.liveOnly', /^(true|false)$/),
  lenient('listAccounts', 'filter.assetId', /^[0-9a-zA-Z]{1,64}$/),
  lenient('listFundingPeriodDataPoints', 'dateRange.startTimestamp', /^-?\d{1,19}$/),
  lenient('listReferralSetReferees', 'aggregationEpochs', /^\d{1,10}$/),
  lenient('getOrder', 'version', /^[1-9]\d{0,9}$/),
]
