import { isObject, type Json, type JsonObject, textAt } from '../json.ts'
import { integerIn } from '../log/exchange.ts'
import { recordsOf } from '../records/page.ts'
import { each, type Rule } from './rule.ts'

/** Sentences, each with true if the record keeps the rule. */
type Rules = Readonly<Record<string, boolean>>

const integer = (record: JsonObject, field: string): bigint => {
  const text = textAt(record, field) ?? ''
  return /^-?\d+$/.test(text) ? BigInt(text) : 0n
}

const has = (record: JsonObject, field: string): boolean => record[field] !== undefined

/** The rules for each object of a record that has these fields, inner objects included; `now` is the time of its block. */
function generalRules(record: JsonObject, now: bigint | undefined): Rules {
  const expires = integer(record, 'expiresAt')
  const updated = integer(record, 'updatedAt')
  const hasExpiry = has(record, 'expiresAt') && has(record, 'timeInForce')
  return {
    'updatedAt must be "0" or not before createdAt':
      updated === 0n || updated >= integer(record, 'createdAt'),
    'minimumVisibleSize must not exceed peakSize':
      integer(record, 'minimumVisibleSize') <= integer(record, 'peakSize'),
    'expiresAt must be "0" except with TIME_IN_FORCE_GTT':
      !hasExpiry || record.expiresAt === '0' || record.timeInForce === 'TIME_IN_FORCE_GTT',
    'an order must not be STATUS_ACTIVE after its expiresAt':
      record.status !== 'STATUS_ACTIVE' || expires === 0n || expires >= (now ?? 0n),
    'an order must not be STATUS_EXPIRED before its expiresAt, or without one':
      record.status !== 'STATUS_EXPIRED' || (expires > 0n && expires <= (now ?? expires)),
  }
}

function orderRules(record: JsonObject): Rules {
  const { status } = record
  const remaining = integer(record, 'remaining')
  return {
    'remaining must not exceed size': remaining <= integer(record, 'size'),
    'remaining of a filled order must be "0"': status !== 'STATUS_FILLED' || remaining === 0n,
    'reason must be absent unless the order was rejected or stopped':
      !has(record, 'reason') || status === 'STATUS_REJECTED' || status === 'STATUS_STOPPED',
    'a rejected order must have a reason': status !== 'STATUS_REJECTED' || has(record, 'reason'),
  }
}

function stopOrderRules(record: JsonObject): Rules {
  const { stopOrder: order, submission: sent } = record
  const submission = isObject(sent) ? sent : undefined
  if (!isObject(order)) return {}
  const { status, orderId } = order
  return {
    'a stop order must have exactly one of price and trailingPercentOffset':
      has(order, 'price') !== has(order, 'trailingPercentOffset'),
    'rejectionReason must be present in STATUS_REJECTED only':
      has(order, 'rejectionReason') === (status === 'STATUS_REJECTED'),
    'orderId of a triggered stop order must be its id': orderId === order.id || status !== 'STATUS_TRIGGERED',
    'orderId must be "" until the stop order is triggered':
      orderId === '' || status === 'STATUS_TRIGGERED' || status === 'STATUS_EXPIRED',
    'sizeOverrideValue must be present with SIZE_OVERRIDE_SETTING_POSITION only':
      has(order, 'sizeOverrideValue') === (order.sizeOverrideSetting === 'SIZE_OVERRIDE_SETTING_POSITION'),
    'ocoLinkId must be the id of another stop order': order.ocoLinkId !== order.id,
    'a stop order with an expiryStrategy must have expiresAt':
      !has(order, 'expiryStrategy') || has(order, 'expiresAt'),
    'the submission must be for the same market': !submission || submission.marketId === order.marketId,
    'a submission of TYPE_LIMIT must have a price':
      submission?.price !== '' || submission.type !== 'TYPE_LIMIT' || has(submission, 'peggedOrder'),
  }
}

function provisionRules(record: JsonObject): Rules {
  const { current, pending } = record
  if (!isObject(current) || !isObject(pending)) return {}
  const shared = ['id', 'marketId', 'partyId', 'createdAt'].map(field => [
    `${field} of pending must be that of current`,
    pending[field] === current[field],
  ])
  return {
    ...Object.fromEntries(shared),
    'status of pending must be STATUS_PENDING': pending.status === 'STATUS_PENDING',
    'current must be in force while there is a pending change':
      current.status === 'STATUS_ACTIVE' || current.status === 'STATUS_UNDEPLOYED',
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
    // An earlier version keeps its state.
    const isLatest = params.version === undefined
    const now = isLatest ? integerIn(exchange.headers, 'x-block-timestamp') : undefined
    const rulesOfAll = recordsOf(exchange).flatMap(record => [
      isObject(record) ? (rulesOf[operation.id]?.(record) ?? {}) : {},
      ...objectsIn(record).map(each => generalRules(each, now)),
    ])
    return new Set(rulesOfAll.flatMap(rules => Object.keys(rules).filter(sentence => !rules[sentence])))
  }),
}

/** An object, and the objects in it. */
function objectsIn(value: Json | undefined): JsonObject[] {
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : []
}
