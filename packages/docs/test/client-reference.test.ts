import { readFileSync } from 'node:fs'
import {
  ApiError,
  type CallOptions,
  compareAmounts,
  createClient,
  formatAmount,
  fromBigInt,
  fromDate,
  fromIso,
  isZero,
  openapiFetch,
  parseAmount,
  toBigInt,
  toDate,
  toIso,
} from '@trading-network/fetch'
import { aPage, aRecord, exampleFetch } from '@trading-network/fetch/testing'
import { watch } from '@trading-network/fetch/watch'
import { expect, it } from 'vitest'
import { guides } from '../src/guides/guides.ts'

const id = 'a'.repeat(64)
const attempts: string[] = []
const options: CallOptions = {
  signal: new AbortController().signal,
  timeout: 300_000,
  retry: 2,
  maxWait: 300_000,
  headers: { 'x-request-id': 'reference' },
  middleware: [{ onRequest: () => undefined, onResponse: () => undefined, onError: () => undefined }],
  onAttempt: ({ operationId, attempt, status, delay, duration, error, url }) =>
    void attempts.push([operationId, attempt, status, delay, duration >= 0, error, url !== ''].join(' ')),
}
const answers = exampleFetch({
  listAccounts: aPage('listAccounts', [aRecord('listAccounts', { balance: '7' }), aRecord('listAccounts')]),
  getOrder: 'error-orderNotFound',
})
const client = createClient({
  baseUrl: 'http://network.test',
  fetch: answers,
  ...options,
  signal: undefined,
} as never)

it('every method of the reference gives what its page says', async () => {
  const lists = [
    client.listAccounts({ 'pagination.first': 1 }, options),
    client.listEpochRewardSummaries(),
    client.listFundingPeriodDataPoints({ marketId: id }),
    client.listLiquidityProvisions(),
    client.listNodeSignatures({ id }),
    client.listReferralSetReferees(),
    client.listStopOrders(),
    client.getStake({ partyId: id }),
  ]
  for (const list of lists) {
    const { items, truncated, sameBlock } = await list.collect({ limit: 1 })
    expect([items.length, truncated || items.length < 2, sameBlock !== false]).toEqual([1, true, true])
    for await (const page of list.pages()) expect(page).toBeTypeOf('object')
    const { data, blockHeight, blockTimestamp, blockHash, chainId, response } = await list.withResponse()
    expect([typeof data, response.status]).toEqual(['object', 200])
    expect([blockHeight, blockTimestamp, blockHash, chainId].every(each => each !== '')).toBe(true)
  }
  expect(attempts[0]).toBe('listAccounts 1 200  true  true')
})

it('an error tells all that its page names', async () => {
  const error = await client.getOrder({ orderId: id }).catch(failure => failure)
  expect(error).toBeInstanceOf(ApiError)
  const {
    status,
    code,
    retryable,
    retryAfter,
    requestId,
    operationId,
    serverMessage,
    details,
    body,
    headers,
    url,
    name,
  } = error as ApiError
  expect([status, code, retryable, operationId, name]).toEqual([404, 5, false, 'getOrder', 'ApiError'])
  expect([
    retryAfter,
    requestId,
    typeof serverMessage,
    details.length > 0,
    typeof body,
    headers instanceof Headers,
    typeof url,
  ]).toEqual([undefined, undefined, 'string', true, 'undefined', true, 'string'])
  expect(error.toJSON()).toMatchObject({ status: 404 })
})

it('watch waits for an order that does not exist, as WatchOptions says', async () => {
  const watched = watch(client.getOrder({ orderId: id }), { allowMissing: true, interval: 5_000 })
  for await (const { type, records } of watched) {
    expect([type, records]).toEqual(['state', []])
    break
  }
  expect(watched.asOf).toBeInstanceOf(Date)
})

it('values are read and written without losing a digit', async () => {
  const time = fromIso('2026-11-21T08:15:30.123456789Z')
  expect([toIso(time), toDate(time).getTime(), isZero(time)]).toEqual([
    '2026-11-21T08:15:30.123456789Z',
    1795248930123,
    false,
  ])
  expect(fromDate(toDate(time))).toBe(
    fromBigInt((toBigInt(time) / 1_000_000n) * 1_000_000n, 'unix-nanoseconds'),
  )
  expect([formatAmount('123456', 5), parseAmount('1.23456', 5), compareAmounts('9', '10')]).toEqual([
    '1.23456',
    '123456',
    -1,
  ])
  const raw = openapiFetch<{ GET(path: string): Promise<{ response: Response }> }>(client)
  expect((await raw.GET('/api/v2/accounts')).response.status).toBe(200)
})

it('this program calls every function, method, option and property that the reference has a part for', () => {
  const program = readFileSync(import.meta.filename, 'utf8')
  const pages = guides.filter(({ group }) => group === 'client' || group === 'types')
  // Tools read these, by `operations`; a program has the others.
  const forTools = /^(OperationDescription|ParameterDescription|Route|MiddlewareCall|Constructor|\\\[)/
  const names = pages
    .filter(({ title }) => !forTools.test(title))
    .flatMap(({ title, source }) => [
      ...(title.endsWith('()') ? [title] : []),
      ...[...source.matchAll(/^### (\S+)$/gm)].map(([, name = '']) => name),
    ])
    .filter(name => !forTools.test(name))
  const isCalled = (name: string) =>
    name.endsWith('()')
      ? new RegExp(`\\b${name.slice(0, -2)}(<.+>)?\\(`).test(program)
      : new RegExp(`\\b${name.replace(/\W/g, '')}\\b`).test(program)
  expect(names.length).toBeGreaterThan(60)
  expect(names.filter(name => !isCalled(name))).toEqual([])
})
