import { isObject, type Json, type JsonObject, textAt } from '../json.ts'

/** What the contract says about the fields of one record, beyond their schemas: a sentence for each rule it breaks. */
export type RecordRules = (record: Json) => readonly string[]

type Rule = readonly [isKept: boolean, sentence: string]

const broken = (rules: readonly Rule[]): string[] =>
  rules.filter(([isKept]) => !isKept).map(([, sentence]) => sentence)

const integer = (record: JsonObject, field: string): bigint => {
  const text = textAt(record, field) ?? ''
  return /^-?\d+$/.test(text) ? BigInt(text) : 0n
}

const has = (record: JsonObject, field: string): boolean => record[field] !== undefined

const objectAt = (record: Json, field: string): JsonObject | undefined => {
  const value = isObject(record) ? record[field] : undefined
  return isObject(value) ? value : undefined
}

function updatedLater(record: JsonObject, what: string): Rule {
  const updated = integer(record, 'updatedAt')
  return [
    updated === 0n || updated >= integer(record, 'createdAt'),
    `updatedAt of ${what} must be "0" or not before createdAt`,
  ]
}

function visibleWithinPeak(iceberg: JsonObject | undefined): Rule {
  const within = !iceberg || integer(iceberg, 'minimumVisibleSize') <= integer(iceberg, 'peakSize')
  return [within, 'minimumVisibleSize must not exceed peakSize']
}

function orderRules(record: Json): string[] {
  if (!isObject(record)) return []
  const { status, timeInForce, expiresAt } = record
  const iceberg = objectAt(record, 'icebergOrder')
  const remaining = integer(record, 'remaining')
  return broken([
    updatedLater(record, 'an order'),
    visibleWithinPeak(iceberg),
    [remaining <= integer(record, 'size'), 'remaining must not exceed size'],
    [status !== 'STATUS_FILLED' || remaining === 0n, 'remaining of a filled order must be "0"'],
    [
      expiresAt === '0' || timeInForce === 'TIME_IN_FORCE_GTT',
      'expiresAt must be "0" except with TIME_IN_FORCE_GTT',
    ],
    [
      !has(record, 'reason') || status === 'STATUS_REJECTED' || status === 'STATUS_STOPPED',
      'reason must be absent unless the order was rejected or stopped',
    ],
    [status !== 'STATUS_REJECTED' || has(record, 'reason'), 'a rejected order must have a reason'],
  ])
}

function stopOrderRules(record: Json): string[] {
  const order = objectAt(record, 'stopOrder')
  const submission = objectAt(record, 'submission')
  if (!order) return []
  const { status, sizeOverrideSetting } = order
  return broken([
    updatedLater(order, 'a stop order'),
    [
      has(order, 'price') !== has(order, 'trailingPercentOffset'),
      'a stop order must have exactly one of price and trailingPercentOffset',
    ],
    [
      has(order, 'rejectionReason') === (status === 'STATUS_REJECTED'),
      'rejectionReason must be present in STATUS_REJECTED only',
    ],
    [order.orderId !== '' || status !== 'STATUS_TRIGGERED', 'a triggered stop order must have an orderId'],
    [
      order.orderId === '' || status === 'STATUS_TRIGGERED' || status === 'STATUS_EXPIRED',
      'orderId must be "" until the stop order is triggered',
    ],
    [
      has(order, 'sizeOverrideValue') === (sizeOverrideSetting === 'SIZE_OVERRIDE_SETTING_POSITION'),
      'sizeOverrideValue must be present with SIZE_OVERRIDE_SETTING_POSITION only',
    ],
    [order.ocoLinkId !== order.id, 'ocoLinkId must be the id of another stop order'],
    [
      !has(order, 'expiryStrategy') || has(order, 'expiresAt'),
      'a stop order with an expiryStrategy must have expiresAt',
    ],
    [!submission || submission.marketId === order.marketId, 'the submission must be for the same market'],
    [
      !submission || submission.expiresAt === '0' || submission.timeInForce === 'TIME_IN_FORCE_GTT',
      'expiresAt of a submission must be "0" except with TIME_IN_FORCE_GTT',
    ],
    [
      submission?.price !== '' || submission.type !== 'TYPE_LIMIT' || has(submission, 'peggedOrder'),
      'a submission of TYPE_LIMIT must have a price',
    ],
    visibleWithinPeak(submission && objectAt(submission, 'icebergOpts')),
  ])
}

const SAME_IN_ALL_VERSIONS = ['id', 'marketId', 'partyId', 'createdAt']

function provisionRules(record: Json): string[] {
  const current = objectAt(record, 'current')
  const pending = objectAt(record, 'pending')
  if (!current) return []
  return broken([
    updatedLater(current, 'a provision'),
    ...(pending
      ? [
          updatedLater(pending, 'a pending change'),
          ...SAME_IN_ALL_VERSIONS.map(
            (field): Rule => [
              pending[field] === current[field],
              `${field} of pending must be that of current`,
            ],
          ),
          [pending.status === 'STATUS_PENDING', 'status of pending must be STATUS_PENDING'] as const,
          [
            current.status !== 'STATUS_PENDING',
            'current must not be STATUS_PENDING while there is a pending change',
          ] as const,
          [
            integer(pending, 'version') > integer(current, 'version'),
            'version of pending must be above that of current',
          ] as const,
        ]
      : []),
  ])
}

function linkingRules(record: Json): string[] {
  if (!isObject(record)) return []
  const wholeSeconds = (field: string): Rule => [
    integer(record, field) % 1_000_000_000n === 0n,
    `${field} must be in whole seconds`,
  ]
  return broken([
    [
      (record.status === 'STATUS_PENDING') === (record.finalizedAt === '0'),
      'finalizedAt must be "0" while the linking is pending, and only then',
    ],
    wholeSeconds('blockTime'),
    wholeSeconds('ts'),
  ])
}

function accountRules(record: Json): string[] {
  if (!isObject(record)) return []
  const { type, marketId, owner, parentPartyId } = record
  return broken([
    [type !== 'ACCOUNT_TYPE_GENERAL' || marketId === '', 'a general account must have no market'],
    [type !== 'ACCOUNT_TYPE_MARGIN' || marketId !== '', 'a margin account must have a market'],
    [parentPartyId !== owner, 'parentPartyId must be another party than the owner'],
  ])
}

/** Fields that have the same value in every record of any network. */
export const FIXED_FIELDS: readonly string[] = ['pending.status']

/** The rules for the records of an operation. */
export const recordRules: Readonly<Record<string, RecordRules>> = {
  listStopOrders: stopOrderRules,
  listAccounts: accountRules,
  listLiquidityProvisions: provisionRules,
  getStake: linkingRules,
  getOrder: orderRules,
}
