import { describe, expect, test } from 'vitest'
import { simulate } from './network.ts'

type Message = { readonly [field: string]: unknown }

const events = Array.from(
  simulate({ seed: 5, blocks: 3000, scale: 2 }),
  line => JSON.parse(line) as Partial<Record<string, Message>>,
)

function of(payload: string): readonly Message[] {
  return events.flatMap(event => (event[payload] ? [event[payload]] : []))
}

/** The events of one payload, grouped by the text of a field, in the order of the stream. */
function histories(payload: string, field = 'id'): Map<string, Message[]> {
  return Map.groupBy(of(payload), message => String(message[field]))
}

const ENDED = /STATUS_(FILLED|EXPIRED|REJECTED|PARTIALLY_FILLED)/

describe('orders', () => {
  const orders = histories('order')

  test.each(['order', 'liquidityProvision'])('the version of each %s never falls', payload => {
    for (const [id, history] of histories(payload)) {
      const versions = history.map(({ version }) => Number(version ?? 0))
      expect(versions, id).toEqual(versions.toSorted((a, b) => a - b))
    }
  })

  test('nothing happens to one after its end, unless it is of a liquidity provision', () => {
    const batches = new Set(
      [...of('cancelledOrders'), ...of('expiredOrders')].flatMap(batch => batch.orderIds as string[]),
    )
    for (const [id, history] of orders) {
      if (history[0]?.liquidityProvisionId) continue
      const ended = history
        .slice(0, -1)
        .filter(({ status }) => /CANCELLED|STOPPED/.test(String(status)) || ENDED.test(String(status)))
      expect(ended, id).toEqual([])
      if (batches.has(id)) expect(history.at(-1)?.status, id).toMatch(/STATUS_(ACTIVE|PARKED)/)
    }
  })

  test('a batch names live orders of its market, and of its party, once', () => {
    const named = new Set<string>()
    for (const batch of [...of('cancelledOrders'), ...of('expiredOrders')]) {
      for (const id of batch.orderIds as string[]) {
        const last = orders.get(id)?.at(-1)
        expect(last?.marketId).toBe(batch.marketId)
        if (batch.partyId) expect(last?.partyId).toBe(batch.partyId)
        expect(named.has(id)).toBe(false)
        named.add(id)
      }
    }
  })
})

describe('stop orders', () => {
  const stopOrders = Map.groupBy(
    of('stopOrder').map(record => record.stopOrder as Message),
    ({ id }) => String(id),
  )

  test('the halves of a pair point at each other and at one party, and at most one of them takes effect', () => {
    for (const [id, history] of stopOrders) {
      const last = history.at(-1)!
      if (!last.ocoLinkId) continue
      const other = stopOrders.get(String(last.ocoLinkId))?.at(-1)
      expect(other).toMatchObject({ ocoLinkId: id, partyId: last.partyId, marketId: last.marketId })
      const effective = [last, other].filter(
        half => half?.status === 'STATUS_TRIGGERED' || half?.status === 'STATUS_EXPIRED',
      )
      expect(effective.length).toBeLessThan(2)
    }
  })
})

test('a party never unlinks more than it has linked, whatever is still pending', () => {
  const accepted = new Map<unknown, bigint>()
  const asked = new Map<unknown, Message>()
  for (const linking of of('stakeLinking')) {
    const { id, party, type, status, amount } = linking
    const value = BigInt(String(amount))
    const sign = type === 'TYPE_LINK' ? 1n : -1n
    if (status === 'STATUS_ACCEPTED') accepted.set(party, (accepted.get(party) ?? 0n) + sign * value)
    if (status === 'STATUS_PENDING') asked.set(id, linking)
    else asked.delete(id)
    const unlinking = [...asked.values()].filter(
      other => other.party === party && other.type === 'TYPE_UNLINK',
    )
    const reserved = unlinking.reduce((sum, other) => sum + BigInt(String(other.amount)), 0n)
    expect((accepted.get(party) ?? 0n) >= reserved, String(id)).toBe(true)
  }
})

test('a referee joins sets that exist, each once per epoch, and is not its own referrer', () => {
  const sets = new Map<unknown, unknown>()
  const joined = new Set<string>()
  for (const event of events) {
    const { referralSetCreated: created, refereeJoinedReferralSet: join } = event
    if (created) sets.set(created.setId, created.referrer)
    if (!join) continue
    expect(sets.has(join.setId)).toBe(true)
    expect(sets.get(join.setId)).not.toBe(join.referee)
    const key = [join.setId, join.referee, join.atEpoch].join()
    expect(joined.has(key)).toBe(false)
    joined.add(key)
  }
})

test('every market and asset that is named has an event of its own', () => {
  const markets = new Set(of('marketCreated').map(({ id }) => id))
  const assets = new Set(of('asset').map(({ id }) => id))
  for (const payload of ['order', 'liquidityProvision', 'fundingPeriodDataPoint', 'amm']) {
    for (const { marketId } of of(payload))
      if (!markets.has(marketId)) expect.fail(`${payload} on ${marketId}`)
  }
  for (const { asset } of [...of('account'), ...of('rewardPayout')]) expect(assets.has(asset)).toBe(true)
})

test('epochs follow one another; rewards and statistics are those of the epoch that ends', () => {
  let running = -1
  for (const { epochEvent, rewardPayout, referralSetStatsUpdated } of events) {
    const seq = Number(epochEvent?.seq ?? 0)
    if (epochEvent?.action === 'EPOCH_ACTION_START') expect(seq).toBe(++running)
    if (epochEvent?.action === 'EPOCH_ACTION_END') expect(seq).toBe(running)
    if (rewardPayout) expect(Number(rewardPayout.epochSeq)).toBe(running)
    if (referralSetStatsUpdated) expect(Number(referralSetStatsUpdated.atEpoch ?? 0)).toBe(running)
  }
  // An epoch ends with the first block after its 50 seconds.
  expect(running).toBe(60)
})
