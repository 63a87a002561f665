import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFiles } from '../src/ingest/files.ts'
import type { Fields } from './chain.ts'
import { contentsOf } from './contents.ts'
import { nodes, type Running, running, textsOf } from './running.ts'

/** The folder with events of a network; they are not part of the repository. */
const { RECORDED_EVENTS = '' } = process.env
const RECORDING = join(RECORDED_EVENTS, 'smoke-test-5000.ndjson.gz')

/** Returns the values of a field in the events with a payload, each once. */
function valuesOf(lines: readonly string[], payload: string, field: string): string[] {
  const messages = lines.flatMap(line => {
    if (!line.includes(`"${payload}":`)) return []
    const value = (JSON.parse(line) as Record<string, Fields | undefined>)[payload]
    return value ? [String(value[field])] : []
  })
  return [...new Set(messages)]
}

describe.skipIf(!RECORDED_EVENTS)('a recorded network (skipped without RECORDED_EVENTS)', () => {
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

  it('gives the same rows from its own event file', async () => {
    const rows = await contentsOf(
      { paths: [join(RECORDED_EVENTS, 'smoketest_to_block_5000.evts.gz')] },
      {
        openEnd: true,
      },
    )
    expect(rows).toEqual(await contentsOf({ paths: [RECORDING] }, { partial: true }))
  })

  it('has the records that its events speak of, each once', async () => {
    const count = async (field: string, ...queries: string[]) => {
      const cursors: string[] = []
      for (const query of queries) {
        const { body } = await server.get(`/api/v2/${query}&pagination.first=5000`)
        cursors.push(...(body[field].edges as { cursor: string }[]).map(({ cursor }) => `${query} ${cursor}`))
      }
      return new Set(cursors).size
    }
    const parties = valuesOf(lines, 'stakeLinking', 'party').map(id => `parties/${id}/stake?`)
    const resources = valuesOf(lines, 'nodeSignature', 'id').map(id => `node/signatures?id=${id}`)
    expect(await count('summaries', 'rewards/epoch/summaries?')).toBe(8)
    expect(await count('accounts', 'accounts?')).toBe(182)
    expect(await count('liquidityProvisions', 'liquidity/all-provisions?live=true')).toBe(11)
    expect(await count('stakeLinkings', ...parties)).toBe(10)
    expect(await count('signatures', ...resources)).toBe(6)
  })

  it('has each version of its orders in its last state, version 0 too, and the last one without a version', async () => {
    const last = new Map<string, Fields>()
    const states = new Map<string, Fields>()
    for (const order of orders()) {
      last.set(String(order.id), order)
      states.set(`${order.id} ${order.version ?? 0}`, order)
    }
    expect(last.size).toBe(103)
    expect([...states.keys()].filter(key => key.endsWith(' 0'))).toHaveLength(22)
    for (const [key, event] of states) {
      const [orderId = '', version = ''] = key.split(' ')
      const { order } = await server.client.getOrder({ orderId, version: Number(version) })
      expect(order).toMatchObject({
        ...{ id: orderId, version, status: event.status, createdAt: event.createdAt },
        remaining: event.remaining ?? '0',
        updatedAt: event.updatedAt ?? '0',
      })
      if (last.get(orderId) === event) expect(await server.client.getOrder({ orderId })).toEqual({ order })
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
    const { accounts } = await server.client.listAccounts({ 'pagination.first': 5000 })
    for (const { owner, asset, marketId, type, balance } of nodes(accounts))
      found.set([owner, asset, marketId, type].join(), balance)
    expect(found).toEqual(last)
  })
})
