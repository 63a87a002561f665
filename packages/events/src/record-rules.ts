import { shown } from './message.ts'

/** A form that a field must have: its name for messages, and the test of a value. */
interface Form {
  readonly name: string
  readonly fits: (value: unknown, blockTime: bigint) => boolean
  /** The field may be absent. */
  readonly optional?: true
}

type FieldForms = Readonly<Record<string, Form>>

const MAX_INT32 = 2n ** 31n - 1n
const MAX_INT64 = 2n ** 63n - 1n

const isInteger = (value: unknown) => /^-?\d+$/.test(String(value))
const isDecimal = (value: unknown) => /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(String(value))
const isAtMost = (value: unknown, most: bigint) => isInteger(value) && BigInt(String(value)) <= most

const present: Form = { name: 'present', fits: value => value !== undefined && value !== null }
const integer: Form = { name: 'an integer', fits: isInteger }
const decimal: Form = { name: 'a decimal', fits: isDecimal }
const int32: Form = { name: 'at most 2^31 - 1', fits: value => isAtMost(value, MAX_INT32), optional: true }
const int64: Form = { name: 'at most 2^63 - 1', fits: value => isAtMost(value, MAX_INT64), optional: true }
const share: Form = {
  name: 'a decimal from 0 to 1',
  fits: value => isDecimal(value) && Number(value) >= 0 && Number(value) <= 1,
}
const hex: Form = { name: 'hexadecimal', fits: value => /^([0-9a-f]{2})*$/i.test(String(value)) }
const past: Form = {
  name: 'at most the time of its block',
  fits: (value, blockTime) => isAtMost(value, blockTime),
}
const optional = (form: Form): Form => ({ ...form, optional: true })

const MARKET = {
  rule: 7,
  fields: {
    fees: present,
    priceMonitoringSettings: present,
    liquidityMonitoringParameters: present,
    marketTimestamps: present,
    'tradableInstrument.instrument': present,
  },
}

/** For each kind of event, the rule of the stream about its fields. An absent inner object has no fields. */
const rules: Readonly<Record<string, { readonly rule: number; readonly fields: FieldForms }>> = {
  MARKET_CREATED: MARKET,
  MARKET_UPDATED: MARKET,
  ORDER: {
    rule: 8,
    fields: {
      price: integer,
      size: int64,
      remaining: int64,
      version: int32,
      batchId: int32,
      liquidityProvisionId: optional(hex),
      'icebergOrder.peakSize': int64,
      'icebergOrder.minimumVisibleSize': int64,
      'icebergOrder.reservedRemaining': int64,
      'peggedOrder.offset': optional(decimal),
    },
  },
  STOP_ORDER: {
    rule: 9,
    fields: {
      'stopOrder.updatedAt': optional(past),
      'stopOrder.price': optional(decimal),
      'stopOrder.trailingPercentOffset': optional(share),
    },
  },
  STAKE_LINKING: { rule: 10, fields: { amount: decimal, blockHeight: int64, logIndex: int64 } },
  REWARD_PAYOUT_EVENT: {
    rule: 11,
    fields: {
      epochSeq: integer,
      amount: decimal,
      percentOfTotalReward: decimal,
      // Networks of 2023 do not send it yet.
      quantumAmount: optional(decimal),
      lockedUntilEpoch: optional({ ...integer, fits: value => value === '' || isInteger(value) }),
    },
  },
}

/**
 * The rules 7 to 11 of the stream that a payload breaks, each with a sentence.
 *
 * @param kind type of the event without `BUS_EVENT_TYPE_`
 * @param blockTime Unix nanoseconds
 */
export function brokenRecordRules(kind: string, payload: object, blockTime: bigint): [number, string][] {
  const { rule = 0, fields = {} } = rules[kind] ?? {}
  return Object.entries(fields).flatMap(([path, { name, fits, optional }]): [number, string][] => {
    const value = valueAt(payload, path)
    if ((optional && value === undefined) || fits(value, blockTime)) return []
    return [[rule, `${path} must be ${name}, not ${shown(value)}`]]
  })
}

function valueAt(message: object, path: string): unknown {
  let at: unknown = message
  for (const name of path.split('.')) at = (at as Readonly<Record<string, unknown>> | undefined)?.[name]
  return at
}
