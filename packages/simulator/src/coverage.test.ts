import { payloads } from '@trading-network/events'
import { createEventRegistry } from '@trading-network/events/registry'
import { describe, expect, test } from 'vitest'
import { simulate } from './network.ts'

/** The account types of release 0.77, without those for no account. */
const ACCOUNT_TYPES = createEventRegistry()
  .getEnum('vega.AccountType')!
  .values.filter(({ number }) => number > 0 && number <= 30)
  .map(({ name }) => name)

type Message = { readonly [field: string]: unknown }

/** The contents of a sample of 2000 blocks at scale 1. */
describe('a sample has', () => {
  const events = Array.from(
    simulate({ seed: 1, blocks: 2000, scale: 1 }),
    line => JSON.parse(line) as Message,
  )
  const of = (payload: string) => events.flatMap(event => (event[payload] ? [event[payload] as Message] : []))
  const stopOrders = of('stopOrder').map(record => record.stopOrder as Message)
  const submissions = of('stopOrder').map(record => record.submission as Message)

  /** The values of a field, each with a prefix taken off. */
  function values(messages: readonly Message[], field: string, prefix = ''): Set<unknown> {
    return new Set(
      messages.flatMap(message => (message[field] ? [String(message[field]).replace(prefix, '')] : [])),
    )
  }

  function expectAll(found: Set<unknown>, expected: readonly string[]): void {
    expect(expected.filter(value => !found.has(value))).toEqual([])
  }

  test('every kind of event', () => {
    expectAll(values(events, 'type', 'BUS_EVENT_TYPE_'), Object.keys(payloads))
  })

  test('orders of every status, type and time in force', () => {
    const orders = of('order')
    expectAll(values(orders, 'status', 'STATUS_'), [
      ...['ACTIVE', 'CANCELLED', 'STOPPED', 'FILLED', 'REJECTED', 'PARTIALLY_FILLED', 'PARKED'],
    ])
    expectAll(values(orders, 'type', 'TYPE_'), ['LIMIT', 'MARKET'])
    expectAll(values(orders, 'timeInForce', 'TIME_IN_FORCE_'), ['GTC', 'GTT', 'IOC', 'FOK', 'GFA', 'GFN'])
    expectAll(values(orders, 'side'), ['SIDE_BUY', 'SIDE_SELL'])
    expectAll(values(orders, 'version'), ['1', '2', '3'])
    expect(values(orders, 'reason').size).toBeGreaterThanOrEqual(10)
  })

  test('orders with every option, and such as fill in part', () => {
    const orders = of('order')
    const fields = [
      ...['expiresAt', 'reference', 'postOnly', 'reduceOnly', 'batchId'],
      ...['icebergOrder', 'peggedOrder', 'liquidityProvisionId', 'updatedAt'],
    ]
    for (const field of fields)
      expect(
        orders.some(order => order[field]),
        field,
      ).toBe(true)
    const partly = ({ size, remaining, icebergOrder }: Message) =>
      remaining !== size && !icebergOrder && remaining
    expect(orders.some(order => order.status === 'STATUS_ACTIVE' && partly(order))).toBe(true)
    const pegs = orders.flatMap(order => (order.peggedOrder ? [order.peggedOrder as Message] : []))
    expectAll(values(pegs, 'reference', 'PEGGED_REFERENCE_'), ['MID', 'BEST_BID', 'BEST_ASK'])
  })

  test('batches that end one order and batches that end several', () => {
    for (const payload of ['cancelledOrders', 'expiredOrders']) {
      const sizes = of(payload).map(batch => (batch.orderIds as string[]).length)
      expect(Math.min(...sizes)).toBe(1)
      expect(Math.max(...sizes)).toBeGreaterThan(1)
    }
  })

  test('stop orders of every status, with every reason for rejection', () => {
    expectAll(values(stopOrders, 'status', 'STATUS_'), [
      ...['PENDING', 'CANCELLED', 'STOPPED', 'TRIGGERED', 'EXPIRED', 'REJECTED'],
    ])
    expectAll(values(stopOrders, 'rejectionReason', 'REJECTION_REASON_'), [
      ...['TRADING_NOT_ALLOWED', 'EXPIRY_IN_THE_PAST', 'MUST_BE_REDUCE_ONLY'],
      ...['MAX_STOP_ORDERS_PER_PARTY_REACHED', 'STOP_ORDER_NOT_ALLOWED_WITHOUT_A_POSITION'],
      ...['STOP_ORDER_NOT_CLOSING_THE_POSITION', 'STOP_ORDER_LINKED_PERCENTAGE_INVALID'],
      ...['STOP_ORDER_NOT_ALLOWED_DURING_OPENING_AUCTION', 'STOP_ORDER_CANNOT_MATCH_OCO_EXPIRY_TIMES'],
      'STOP_ORDER_SIZE_OVERRIDE_UNSUPPORTED_FOR_SPOT',
    ])
  })

  test('stop orders with every option', () => {
    expectAll(values(stopOrders, 'expiryStrategy', 'EXPIRY_STRATEGY_'), ['CANCELS', 'SUBMIT'])
    expectAll(values(stopOrders, 'triggerDirection', 'TRIGGER_DIRECTION_'), ['RISES_ABOVE', 'FALLS_BELOW'])
    expectAll(values(stopOrders, 'sizeOverrideSetting', 'SIZE_OVERRIDE_SETTING_'), ['NONE', 'POSITION'])
    for (const field of ['price', 'trailingPercentOffset', 'ocoLinkId', 'orderId', 'sizeOverrideValue']) {
      expect(
        stopOrders.some(stopOrder => stopOrder[field]),
        field,
      ).toBe(true)
    }
    for (const field of ['icebergOpts', 'peggedOrder', 'expiresAt', 'price', 'reduceOnly', 'reference']) {
      expect(
        submissions.some(submission => submission[field]),
        field,
      ).toBe(true)
    }
  })

  test('accounts of every type, of parties, the network and AMMs, empty and not', () => {
    const accounts = of('account')
    expectAll(values(accounts, 'type'), ACCOUNT_TYPES)
    const owners = values(accounts, 'owner')
    expect(owners.has('*')).toBe(true)
    expect([...values(of('amm'), 'ammPartyId')].filter(id => owners.has(id)).length).toBeGreaterThan(5)
    expect(owners.size).toBeGreaterThan(100)
    const balances = values(accounts, 'balance')
    expect(balances.has('0')).toBe(true)
    expect(balances.size).toBeGreaterThan(1000)
    expect(accounts.some(account => account.owner === '*' && account.marketId !== '!')).toBe(true)
  })

  test('liquidity provisions of every status, amended, with and without orders', () => {
    const provisions = of('liquidityProvision')
    expectAll(values(provisions, 'status', 'STATUS_'), [
      ...['PENDING', 'ACTIVE', 'CANCELLED', 'STOPPED', 'REJECTED', 'UNDEPLOYED'],
    ])
    const rejected = provisions.filter(({ status }) => status === 'STATUS_REJECTED')
    expect(rejected.every(({ version, updatedAt }) => !version && !updatedAt)).toBe(true)
    const amended = provisions.filter(({ version }) => Number(version) > 1)
    expectAll(values(amended, 'status', 'STATUS_'), ['PENDING', 'ACTIVE', 'CANCELLED'])
    expect(provisions.some(({ buys, sells }) => buys && sells)).toBe(true)
    expect(provisions.some(({ buys, sells }) => !buys && !sells)).toBe(true)
  })

  test('stake that is linked and unlinked, accepted and rejected', () => {
    const found = new Set(of('stakeLinking').map(({ type, status }) => `${type} ${status}`))
    expectAll(found, [
      ...['TYPE_LINK STATUS_PENDING', 'TYPE_LINK STATUS_ACCEPTED', 'TYPE_LINK STATUS_REJECTED'],
      ...['TYPE_UNLINK STATUS_PENDING', 'TYPE_UNLINK STATUS_ACCEPTED'],
    ])
  })

  test('node signatures of every kind, several under one resource', () => {
    const signatures = of('nodeSignature')
    expectAll(values(signatures, 'kind', 'NODE_SIGNATURE_KIND_'), [
      ...['ASSET_NEW', 'ASSET_WITHDRAWAL', 'ASSET_UPDATE'],
      ...['ERC20_MULTISIG_SIGNER_ADDED', 'ERC20_MULTISIG_SIGNER_REMOVED'],
    ])
    expect(values(signatures, 'id').size * 3).toBeLessThan(signatures.length)
    expect(values(signatures, 'sig').size).toBeLessThan(signatures.length)
  })

  test('funding points of both sources, with fractions, and again under the next sequence', () => {
    const points = of('fundingPeriodDataPoint')
    expectAll(values(points, 'dataPointType', 'SOURCE_'), ['EXTERNAL', 'INTERNAL'])
    expect(points.some(({ price }) => /\.\d/.test(String(price)))).toBe(true)
    const sequences = Map.groupBy(points, ({ marketId, timestamp, dataPointType }) =>
      [marketId, timestamp, dataPointType].join(),
    )
    const again = [...sequences.values()].filter(sent => values(sent, 'seq').size === 2)
    expect(again.length).toBeGreaterThan(10)
    expect(of('fundingPeriod').some(({ end }) => end)).toBe(true)
    expect(of('fundingPeriod').some(({ end }) => !end)).toBe(true)
  })

  test('reward payouts of every type, to several parties, without a market', () => {
    const payouts = of('rewardPayout')
    expect(values(payouts, 'rewardType').size).toBe(11)
    expect(values(payouts, 'market').size).toBe(0)
    const groups = Map.groupBy(payouts, ({ epochSeq, asset, rewardType }) =>
      [epochSeq, asset, rewardType].join(),
    )
    expect([...groups.values()].some(group => values(group, 'party').size > 2)).toBe(true)
  })

  test('referees who change sets, and statistics of each epoch with volumes and rewards', () => {
    const sets = Map.groupBy(of('refereeJoinedReferralSet'), ({ referee }) => referee)
    expect([...sets.values()].filter(joined => joined.length > 1).length).toBeGreaterThan(3)
    expect(values(of('referralSetStatsUpdated'), 'atEpoch').size).toBeGreaterThan(30)
    const referees = of('referralSetStatsUpdated').flatMap(stats => (stats.refereesStats as Message[]) ?? [])
    expect(referees.some(({ epochNotionalTakerVolume }) => epochNotionalTakerVolume !== '0')).toBe(true)
    expect(of('feesStats').some(stats => stats.referrerRewardsGenerated)).toBe(true)
  })

  test('AMMs that are accepted, rejected and ended', () => {
    expectAll(values(of('amm'), 'status', 'STATUS_'), ['ACTIVE', 'REJECTED', 'CANCELLED', 'STOPPED'])
  })
})
