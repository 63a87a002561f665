import { isObject, type Json, type JsonObject, textAt } from '../json.ts'
import type { Exchange } from '../log/exchange.ts'
import { recordsOf } from '../records/page.ts'
import { each, type Rule } from './rule.ts'

/** Sentences, each with true if the record keeps the rule. */
type Rules = Readonly<Record<string, boolean>>

const integer = (record: JsonObject, field: string): bigint => {
  const text = textAt(record, field) ?? ''
  return /^-?\d+$/.test(text) ? BigInt(text) : 0n
}

const objectAt = (record: JsonObject, field: string): JsonObject | undefined => {
  const value = record[field]
  return isObject(value) ? value : undefined
}

const has = (record: JsonObject, field: string): boolean => record[field] !== undefined

function updatedLater(record: JsonObject, what: string): Rules {
  const updated = integer(record, 'updatedAt')
  const isLater = updated === 0n || updated >= integer(record, 'createdAt')
  return { [`updatedAt of ${what} must be "0" or not before createdAt`]: isLater }
}

function visibleWithinPeak(iceberg: JsonObject | undefined): Rules {
  const isWithin = !iceberg || integer(iceberg, 'minimumVisibleSize') <= integer(iceberg, 'peakSize')
  return { 'minimumVisibleSize must not exceed peakSize': isWithin }
}

function orderRules(record: JsonObject): Rules {
  const { status, timeInForce, expiresAt } = record
  const remaining = integer(record, 'remaining')
  return {
    ...updatedLater(record, 'an order'),
    ...visibleWithinPeak(objectAt(record, 'icebergOrder')),
    'remaining must not exceed size': remaining <= integer(record, 'size'),
    'remaining of a filled order must be "0"': status !== 'STATUS_FILLED' || remaining === 0n,
    'expiresAt must be "0" except with TIME_IN_FORCE_GTT':
      expiresAt === '0' || timeInForce === 'TIME_IN_FORCE_GTT',
    'reason must be absent unless the order was rejected or stopped':
      !has(record, 'reason') || status === 'STATUS_REJECTED' || status === 'STATUS_STOPPED',
    'a rejected order must have a reason': status !== 'STATUS_REJECTED' || has(record, 'reason'),
  }
}

function stopOrderRules(record: JsonObject): Rules {
  const order = objectAt(record, 'stopOrder')
  const submission = objectAt(record, 'submission')
  if (!order) return {}
  const { status, orderId } = order
  return {
    ...updatedLater(order, 'a stop order'),
    ...visibleWithinPeak(submission && objectAt(submission, 'icebergOpts')),
    'a stop order must have exactly one of price and trailingPercentOffset':
      has(order, 'price') !== has(order, 'trailingPercentOffset'),
    'rejectionReason must be present in STATUS_REJECTED only':
      has(order, 'rejectionReason') === (status === 'STATUS_REJECTED'),
    'a triggered stop order must have an orderId': orderId !== '' || status !== 'STATUS_TRIGGERED',
    'orderId must be "" until the stop order is triggered':
      orderId === '' || status === 'STATUS_TRIGGERED' || status === 'STATUS_EXPIRED',
    'sizeOverrideValue must be present with SIZE_OVERRIDE_SETTING_POSITION only':
      has(order, 'sizeOverrideValue') === (order.sizeOverrideSetting === 'SIZE_OVERRIDE_SETTING_POSITION'),
    'ocoLinkId must be the id of another stop order': order.ocoLinkId !== order.id,
    'a stop order with an expiryStrategy must have expiresAt':
      !has(order, 'expiryStrategy') || has(order, 'expiresAt'),
    'the submission must be for the same market': !submission || submission.marketId === order.marketId,
    'expiresAt of a submission must be "0" except with TIME_IN_FORCE_GTT':
      !submission || submission.expiresAt === '0' || submission.timeInForce === 'TIME_IN_FORCE_GTT',
    'a submission of TYPE_LIMIT must have a price':
      submission?.price !== '' || submission.type !== 'TYPE_LIMIT' || has(submission, 'peggedOrder'),
  }
}

function provisionRules(record: JsonObject): Rules {
  const current = objectAt(record, 'current')
  const pending = objectAt(record, 'pending')
  if (!current) return {}
  const ofCurrent = updatedLater(current, 'a provision')
  if (!pending) return ofCurrent
  const isSame = (field: string) => [
    `${field} of pending must be that of current`,
    pending[field] === current[field],
  ]
  return {
    ...ofCurrent,
    ...updatedLater(pending, 'a pending change'),
    ...Object.fromEntries(['id', 'marketId', 'partyId', 'createdAt'].map(isSame)),
    'status of pending must be STATUS_PENDING': pending.status === 'STATUS_PENDING',
    'current must not be STATUS_PENDING while there is a pending change': current.status !== 'STATUS_PENDING',
    'version of pending must be above that of current':
      integer(pending, 'version') > integer(current, 'version'),
  }
}

function linkingRules(record: JsonObject): Rules {
  const isWholeSeconds = (field: string) => integer(record, field) % 1_000_000_000n === 0n
  return {
    'finalizedAt must be "0" while the linking is pending, and only then':
      (record.status === 'STATUS_PENDING') === (record.finalizedAt === '0'),
    'blockTime must be in whole seconds': isWholeSeconds('blockTime'),
    'ts must be in whole seconds': isWholeSeconds('ts'),
  }
}

function accountRules({ type, marketId, owner, parentPartyId }: JsonObject): Rules {
  return {
    'a general account must have no market': type !== 'ACCOUNT_TYPE_GENERAL' || marketId === '',
    'a margin account must have a market': type !== 'ACCOUNT_TYPE_MARGIN' || marketId !== '',
    'parentPartyId must be another party than the owner': parentPartyId !== owner,
  }
}

/** The demands of the contract on several fields of a record, by operation. */
const rulesOf: Readonly<Record<string, (record: JsonObject) => Rules>> = {
  listStopOrders: stopOrderRules,
  listAccounts: accountRules,
  listLiquidityProvisions: provisionRules,
  getStake: linkingRules,
  getOrder: orderRules,
}

export const meaning: Rule = {
  demands: 'The fields of a record fit together: states, times, sizes.',
  contract: '/components/schemas',
  start: each(exchange => {
    const { operation, params } = exchange.request
    const broken = new Set(recordsOf(exchange).flatMap(record => brokenRules(operation.id, record)))
    if (operation.page === undefined && params.version === undefined)
      for (const text of brokenTimes(recordsOf(exchange)[0], exchange)) broken.add(text)
    return [...broken]
  }),
}

/** The rules that a record breaks. */
function brokenRules(operation: string, record: Json): string[] {
  const rules = isObject(record) ? (rulesOf[operation]?.(record) ?? {}) : {}
  return Object.keys(rules).filter(sentence => !rules[sentence])
}

/** The latest version of an order fits the time of the block. An earlier version keeps its state. */
function brokenTimes(record: Json | undefined, { headers }: Exchange): string[] {
  const blockTime = headers.get('x-block-timestamp') ?? ''
  if (!isObject(record) || !/^\d+$/.test(blockTime)) return []
  const expiresAt = integer(record, 'expiresAt')
  const hasExpired = expiresAt > 0n && expiresAt < BigInt(blockTime)
  if (!hasExpired || record.status !== 'STATUS_ACTIVE') return []
  return ['an order must not be STATUS_ACTIVE after its expiresAt']
}
