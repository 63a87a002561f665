import { answers, asks, change, rewriteBody } from '../server.ts'
import { type CaughtServer, caughtBy } from './caught.ts'

/** Servers that treat bad requests wrong. */
export const errors: readonly CaughtServer[] = [
  ...caughtBy(
    'responses',
    [
      answers('listStopOrders', 'the status in place of the code', reply => {
        if (reply.status >= 400) rewriteBody(reply, body => Object.assign(body, { code: reply.status }))
      }),
      answers('getStake', 'errors as text', reply => {
        if (reply.status >= 400)
          Object.assign(reply, { text: 'Bad Request', headers: { 'content-type': 'text/plain' } })
      }),
      answers('listAccounts', 'the query in the message', reply => {
        if (reply.status === 400)
          rewriteBody(reply, body => Object.assign(body, { message: 'SELECT * FROM accounts failed' }))
      }),
    ],
    'bad values',
  ),
  ...caughtBy('bad values', [
    asks('listEpochRewardSummaries', 'takes a page size beyond the limit', url => {
      change(url, 'pagination.first', size => (size === '5001' ? '5000' : size))
    }),
    asks('listLiquidityProvisions', 'takes 1 for true', url => {
      change(url, 'live', live => (live === '1' ? 'true' : live))
    }),
    asks('listStopOrders', 'splits a list at commas', url => {
      const ids = url.searchParams.getAll('filter.partyIds').flatMap(each => each.split(','))
      url.searchParams.delete('filter.partyIds')
      for (const id of ids) url.searchParams.append('filter.partyIds', id)
    }),
    asks('listEpochRewardSummaries', 'lets integers overflow', url => {
      change(url, 'filter.toEpoch', epoch =>
        /^\d+$/.test(epoch) ? String(BigInt.asUintN(64, BigInt(epoch))) : epoch,
      )
    }),
  ]),
  ...caughtBy('repeated parameter', [
    asks('listFundingPeriodDataPoints', 'takes the last of several sequences', url => {
      const values = url.searchParams.getAll('seq')
      if (values.length > 1) url.searchParams.set('seq', values.at(-1) ?? '')
    }),
  ]),
  ...caughtBy('letter case', [
    asks('listStopOrders', 'distinguishes the letter case of markets', url => {
      change(url, 'filter.marketIds', id =>
        /^[0-9A-F]{64}$/.test(id) && /[A-F]/.test(id) ? '0'.repeat(64) : id,
      )
    }),
  ]),
  ...caughtBy('unknown parameter', [
    asks('listStopOrders', 'takes names in snake_case', url => {
      const pairs = [...url.searchParams].map(([name, value]) => [
        name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        value,
      ])
      url.search = new URLSearchParams(pairs).toString()
    }),
  ]),
  ...caughtBy('mistyped ids', [
    asks('listAccounts', 'lists nothing under an id with a digit missing', url => {
      change(url, 'filter.assetId', id => (/^[0-9a-f]{63}$/.test(id) ? `0${id}` : id))
    }),
    asks('listNodeSignatures', 'takes a well-known name in any letter case', url => {
      change(url, 'id', id => (id === 'vote' ? 'VOTE' : id))
    }),
    asks('listAccounts', 'refuses a name that an account carries', url => {
      change(url, 'filter.assetId', id => (id === 'myToken' ? 'zz' : id))
    }),
    answers('listAccounts', 'names no parameter for a mistyped name', (reply, { url }) => {
      if (/^[a-z]+$/i.test(url.searchParams.get('filter.assetId') ?? ''))
        reply.text = reply.text.replaceAll(/"fieldViolations":\[.*?\]/g, '"fieldViolations":[]')
    }),
  ]),
  ...caughtBy('unknown id', [
    answers('listFundingPeriodDataPoints', '404 for a market without records', (reply, { url }) => {
      if (!url.pathname.includes('/0f1e2d3c') || reply.status !== 200) return
      const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo' }]
      Object.assign(reply, {
        status: 404,
        text: JSON.stringify({ code: 5, message: 'no such market', details }),
      })
    }),
    answers('getOrder', 'makes up an order that never was', (reply, { url }) => {
      if (url.pathname.includes('/0f1e2d3c')) reply.status = 200
    }),
  ]),
  ...caughtBy('conflicting parameters', [
    asks('listAccounts', 'ignores last beside first', url => {
      if (url.searchParams.has('pagination.first')) url.searchParams.delete('pagination.last')
    }),
  ]),
  ...caughtBy('parameters alone', [
    asks('listAccounts', 'includes derived parties of nobody', url => {
      if (!url.searchParams.has('filter.partyIds')) url.searchParams.delete('includeDerivedParties')
    }),
  ]),
  ...caughtBy('missing parameter', [
    answers('listNodeSignatures', 'lists nothing without the id', (reply, { url }) => {
      if (url.searchParams.has('id')) return
      const pageInfo = { startCursor: '', endCursor: '', hasNextPage: false, hasPreviousPage: false }
      Object.assign(reply, { status: 200, text: JSON.stringify({ signatures: { edges: [], pageInfo } }) })
    }),
  ]),
  ...caughtBy('foreign cursor', [
    asks('listStopOrders', 'takes the cursors of other lists', url => {
      for (const name of ['pagination.after', 'pagination.before']) {
        if (url.searchParams.get(name)?.startsWith('B') === false) url.searchParams.delete(name)
      }
    }),
  ]),
  ...caughtBy('block heights', [
    answers('getStake', 'block 0 in errors', reply => {
      if (reply.status >= 400) reply.headers['x-block-height'] = '0'
    }),
  ]),
  ...caughtBy('wrong method', [
    {
      operation: 'listReferralSetReferees',
      name: 'answers any method',
      answer: ({ url }, correct) => correct(url.pathname + url.search, 'GET'),
    },
  ]),
  ...caughtBy('unknown path', [
    asks('listReferralSetReferees', 'answers any path below', url => {
      url.pathname = url.pathname.replace('/no-such-path', '')
    }),
  ]),
]
