import type { Reply } from '../../network.ts'
import { answers } from '../server.ts'
import { type CaughtServer, caughtBy } from './caught.ts'

const withHeader = (operation: string, name: string, header: string, value: string) =>
  answers(operation, name, ({ headers }) => {
    if (header in headers) headers[header] = value
  })

function unchanged(reply: Reply): void {
  Object.assign(reply, { status: 304, text: '' })
}

let responses = 0

/** Servers that read or send headers wrong. */
export const headers: readonly CaughtServer[] = [
  ...caughtBy('conditional requests', [
    answers('listAccounts', 'sends 304 for any If-None-Match', (reply, { headers }) => {
      if ('if-none-match' in headers && reply.status === 200) unchanged(reply)
    }),
    answers('getStake', 'sends 304 for bad requests', (reply, { headers }) => {
      if ('if-none-match' in headers && reply.status === 400) unchanged(reply)
    }),
    withHeader('getOrder', 'has the same ETag everywhere', 'etag', 'W/"same"'),
  ]),
  ...caughtBy(
    'responses',
    [
      answers('listStopOrders', 'sends a body with 304', reply => {
        if (reply.status === 304) reply.text = '{}'
      }),
    ],
    'conditional requests',
  ),
  ...caughtBy('block heights', [
    {
      operation: 'listAccounts',
      name: 'ignores X-Min-Block-Height',
      answer: ({ url, method, headers: { 'x-min-block-height': _, ...others } }, correct) =>
        correct(url.pathname + url.search, method, others),
    },
  ]),
  ...caughtBy('HEAD requests', [
    answers('listAccounts', 'sends HEAD as text', (reply, { method }) => {
      if (method === 'HEAD') reply.headers['content-type'] = 'text/plain'
    }),
  ]),
  ...caughtBy(
    'responses',
    [
      answers('getStake', 'sends a body for HEAD', (reply, { method }) => {
        if (method === 'HEAD') reply.text = '{}'
      }),
    ],
    'HEAD requests',
  ),
  ...caughtBy(
    'responses',
    [
      answers('listStopOrders', 'has times of blocks an hour early', ({ headers }) => {
        const time = headers['x-block-timestamp']
        if (time !== undefined) headers['x-block-timestamp'] = String(BigInt(time) - 3_600_000_000_000n)
      }),
      answers('getStake', 'has another chain in each response', ({ headers }) => {
        if ('x-chain-id' in headers) headers['x-chain-id'] = `chain-${responses++}`
      }),
      answers('listAccounts', 'has another hash in each response', ({ headers }) => {
        if ('x-block-hash' in headers) headers['x-block-hash'] = String(responses++).padStart(64, '0')
      }),
    ],
    'block heights',
  ),
  ...caughtBy('browsers', [
    withHeader('getStake', 'lets one website in', 'access-control-allow-origin', 'https://a.example'),
  ]),
  ...caughtBy('encodings', [
    {
      operation: 'listAccounts',
      name: 'has the default page for names in percent codes',
      answer: ({ url, method, headers }, correct) =>
        correct(/%\w\w[^=&]*=/.test(url.search) ? url.pathname : url.pathname + url.search, method, headers),
    },
  ]),
  ...caughtBy('rate limit', [
    withHeader('listAccounts', 'always has as many requests left', 'ratelimit-remaining', '1000'),
  ]),
  ...caughtBy('request ids', [withHeader('listAccounts', 'repeats its request id', 'x-request-id', 'same')]),
]
