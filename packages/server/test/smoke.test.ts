import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFiles } from '../src/ingest/files.ts'
import type { Fields } from './chain.ts'
import type { Params } from './lists.ts'
import { type Running, running, textsOf } from './running.ts'

const RECORDING = fileURLToPath(
  new URL('../../../../shared/data/events/smoke-test-5000.ndjson.gz', import.meta.url),
)

type Operation = Exclude<keyof Running['client'], 'getOrder'>

/** A list and the parameters of its walk. */
type Walk = readonly [operationId: Operation, field: string, params: Params]

interface Edge {
  readonly node: unknown
  readonly cursor: string
}

/** Returns the ids in events as subjects of requests: a list per path or required parameter. */
function subjects(lines: readonly string[], payload: string, field: string): string[] {
  const messages = lines.flatMap(line => {
    if (!line.includes(`"${payload}":`)) return []
    const value = (JSON.parse(line) as Record<string, Fields | undefined>)[payload]
    return value ? [String(value[field])] : []
  })
  return [...new Set(messages)]
}

function walksOf(lines: readonly string[]): Walk[] {
  return [
    ...subjects(lines, 'fundingPeriodDataPoint', 'marketId').map(
      (marketId): Walk => ['listFundingPeriodDataPoints', 'fundingPeriodDataPoints', { marketId }],
    ),
    ['listEpochRewardSummaries', 'summaries', {}],
    ['listReferralSetReferees', 'referralSetReferees', {}],
    ['listStopOrders', 'orders', {}],
    ['listAccounts', 'accounts', {}],
    ['listLiquidityProvisions', 'liquidityProvisions', { live: true }],
    ...subjects(lines, 'stakeLinking', 'party').map(
      (partyId): Walk => ['getStake', 'stakeLinkings', { partyId }],
    ),
    ...subjects(lines, 'nodeSignature', 'id').map((id): Walk => ['listNodeSignatures', 'signatures', { id }]),
  ]
}

/** Returns all rows of a list, page by page with the client, in the order of the walk. */
async function walked(
  { client }: Running,
  [operationId, field, params]: Walk,
  paging: Params,
): Promise<Edge[]> {
  const call = client[operationId] as unknown as (params: Params) => {
    pages(): AsyncIterable<Readonly<Record<string, { edges: Edge[] }>>>
  }
  const rows: Edge[] = []
  for await (const { [field]: page } of call({ ...params, ...paging }).pages()) {
    const { edges } = page as { edges: Edge[] }
    rows.push(...('pagination.last' in paging ? [...edges].reverse() : edges))
  }
  return rows
}

/** Counts rows per operation, after walks of each list forwards and backwards in pages of seven. */
async function count(server: Running, walks: readonly Walk[]): Promise<Partial<Record<Operation, number>>> {
  const counts: Partial<Record<Operation, number>> = {}
  for (const walk of walks) {
    const rows = await walked(server, walk, { 'pagination.first': 5000 })
    const cursors = rows.map(({ cursor }) => cursor)
    expect(new Set(cursors).size).toBe(rows.length)
    expect(await walked(server, walk, { 'pagination.first': 7 })).toEqual(rows)
    expect(await walked(server, walk, { 'pagination.last': 7 })).toEqual([...rows].reverse())
    counts[walk[0]] = (counts[walk[0]] ?? 0) + rows.length
  }
  return counts
}

describe.skipIf(!existsSync(RECORDING))(
  `a recorded network (skipped without ${RECORDING.split('/').slice(-4).join('/')})`,
  () => {
    let lines: string[]
    let server: Running
    beforeAll(async () => {
      lines = []
      for await (const some of (await openFiles([RECORDING])).records()) lines.push(...textsOf(some))
      server = await running(lines, { partial: true })
    })
    afterAll(() => server.close())

    /** Returns the order of each event, in the order of the events. */
    const orders = (): Fields[] =>
      lines.flatMap(line => {
        const { order } = (line.includes('"order":') ? JSON.parse(line) : {}) as { order?: Fields }
        return order ? [order] : []
      })

    it('has the records that its events speak of, each once, forwards and backwards', async () => {
      expect(await count(server, walksOf(lines))).toEqual({
        listEpochRewardSummaries: 8,
        listReferralSetReferees: 0,
        listStopOrders: 0,
        listAccounts: 182,
        listLiquidityProvisions: 11,
        getStake: 10,
        listNodeSignatures: 6,
      })
    })

    it('has each of its orders, in the state of its last event', async () => {
      const last = new Map<string, Fields>()
      for (const order of orders()) last.set(String(order.id), order)
      expect(last.size).toBe(103)
      for (const [orderId, event] of last) {
        const { order } = await server.client.getOrder({ orderId })
        expect(order).toMatchObject({
          id: orderId,
          status: event.status,
          remaining: event.remaining ?? '0',
          version: event.version ?? '0',
          createdAt: event.createdAt,
          updatedAt: event.updatedAt ?? '0',
        })
        const version = Number(order.version)
        expect(await server.client.getOrder({ orderId, version })).toEqual({ order })
      }
    })

    it('has each version of its orders in its last state, version 0 too', async () => {
      const states = new Map<string, Fields>()
      for (const order of orders()) states.set(`${order.id} ${order.version ?? 0}`, order)
      expect([...states.keys()].filter(key => key.endsWith(' 0'))).toHaveLength(22)
      for (const [key, event] of states) {
        const [orderId = '', version] = key.split(' ')
        const { order } = await server.client.getOrder({ orderId, version: Number(version) })
        expect(order).toMatchObject({ id: orderId, version, status: event.status })
        expect(order.remaining).toBe(event.remaining ?? '0')
      }
    })

    it('has the last balance of each account', async () => {
      const last = new Map<string, string>()
      for (const line of lines) {
        if (!line.includes('"account":')) continue
        const { account } = JSON.parse(line) as { account?: Fields }
        if (!account) continue
        const owner = account.owner === '*' ? 'network' : account.owner
        const marketId = account.marketId === '!' ? '' : (account.marketId ?? '')
        last.set([owner, account.asset, marketId, account.type].join(), String(account.balance ?? '0'))
      }
      const found = new Map<string, string>()
      for await (const { owner, asset, marketId, type, balance } of server.client.listAccounts()) {
        found.set([owner, asset, marketId, type].join(), balance)
      }
      expect(found).toEqual(last)
    })
  },
)
