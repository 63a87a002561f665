import type { BusEvent } from './event.ts'
import { shown } from './message.ts'
import { StreamOrder } from './stream-order.ts'
import type { Violation } from './stream-violation.ts'

const isInteger = (value: unknown) => /^-?\d+$/.test(String(value))
const isDecimal = (value: unknown) => /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(String(value))
const isAtMost = (value: unknown, most: bigint) => isInteger(value) && BigInt(String(value)) <= most

/** Tests of the form of a field, by the name of the form in messages. */
const forms = {
  present: value => value !== undefined,
  'an integer': isInteger,
  'an integer or ""': value => value === '' || isInteger(value),
  'at most 2^31 - 1': value => isAtMost(value, 2n ** 31n - 1n),
  'at most 2^63 - 1': value => isAtMost(value, 2n ** 63n - 1n),
  'at most the time of its block': isAtMost,
  'a decimal': isDecimal,
  'a decimal or ""': value => value === '' || isDecimal(value),
  'a decimal from 0 to 1': value => isDecimal(value) && Number(value) >= 0 && Number(value) <= 1,
  hexadecimal: value => /^([0-9a-f]{2})*$/i.test(String(value)),
} satisfies Readonly<Record<string, (value: unknown, blockTime: bigint) => boolean>>

type Fields = Readonly<Record<string, keyof typeof forms>>

interface RecordRule {
  readonly rule: Violation['rule']
  readonly required?: Fields
  /** Fields that may be absent. An absent inner object has no fields. */
  readonly optional?: Fields
}

const MARKET: RecordRule = {
  rule: 7,
  required: {
    fees: 'present',
    priceMonitoringSettings: 'present',
    liquidityMonitoringParameters: 'present',
    marketTimestamps: 'present',
    'tradableInstrument.instrument': 'present',
  },
}

/** For each kind of event, the rule of the stream about its fields. */
const rules: Readonly<Record<string, RecordRule>> = {
  MARKET_CREATED: MARKET,
  MARKET_UPDATED: MARKET,
  ORDER: {
    rule: 8,
    required: { price: 'an integer' },
    optional: {
      size: 'at most 2^63 - 1',
      remaining: 'at most 2^63 - 1',
      version: 'at most 2^31 - 1',
      batchId: 'at most 2^31 - 1',
      liquidityProvisionId: 'hexadecimal',
      'icebergOrder.peakSize': 'at most 2^63 - 1',
      'icebergOrder.minimumVisibleSize': 'at most 2^63 - 1',
      'icebergOrder.reservedRemaining': 'at most 2^63 - 1',
      'peggedOrder.offset': 'a decimal',
    },
  },
  STOP_ORDER: {
    rule: 9,
    optional: {
      'stopOrder.updatedAt': 'at most the time of its block',
      'stopOrder.price': 'a decimal',
      'stopOrder.trailingPercentOffset': 'a decimal from 0 to 1',
    },
  },
  STAKE_LINKING: {
    rule: 10,
    required: { amount: 'a decimal' },
    optional: { blockHeight: 'at most 2^63 - 1', logIndex: 'at most 2^63 - 1' },
  },
  AMM: { rule: 12, required: { commitment: 'a decimal', 'parameters.base': 'a decimal' } },
  REWARD_PAYOUT_EVENT: {
    rule: 11,
    required: { epochSeq: 'an integer', amount: 'a decimal', percentOfTotalReward: 'a decimal' },
    // Networks of 2023 do not send a quantum amount yet.
    optional: { quantumAmount: 'a decimal or ""', lockedUntilEpoch: 'an integer or ""' },
  },
}

/** For each kind of event that comes once, the fields that name it. */
const ONCE: Readonly<Record<string, readonly string[]>> = {
  REFERRAL_SET_STATS_UPDATED: ['setId', 'atEpoch'],
  FEES_STATS_UPDATED: ['market', 'asset', 'epochSeq'],
}

/** Checks events against all rules, one after the other. */
export class StreamRules extends StreamOrder {
  readonly #assets = new Set<unknown>()
  /** The settlement asset of each market. */
  readonly #markets = new Map<unknown, unknown>()
  readonly #seen = new Set<string>()

  /**
   * Reads the next event.
   *
   * @returns the rules that it breaks, the order of the stream first
   * @throws MalformedEvent when the event has no valid form
   */
  override read(event: BusEvent): Violation[] {
    const payload = event.payload() ?? {}
    return [
      ...super.read(event),
      ...brokenRecordRules(event, payload, this.time),
      ...this.#brokenByOthers(event, payload),
    ]
  }

  /** Compares an event with those before it: rules 12 and 13. The store may have markets from before the stream. */
  #brokenByOthers({ id, type }: BusEvent, payload: object): Violation[] {
    const kind = type.replace('BUS_EVENT_TYPE_', '')
    const broken = (rule: Violation['rule'], message: string) => [{ rule, place: id, message }]
    if (kind === 'ASSET') this.#assets.add(valueAt(payload, 'id'))
    if (kind === 'MARKET_CREATED') this.#markets.set(valueAt(payload, 'id'), settlementAssetOf(payload))
    if (kind === 'AMM' && !this.hasStored) {
      const market = valueAt(payload, 'marketId')
      const asset = this.#markets.get(market)
      if (!this.#markets.has(market)) return broken(12, `market ${shown(market)} was not created`)
      if (!this.#assets.has(asset))
        return broken(12, `the asset ${shown(asset)} of its market was not listed`)
    }
    const fields = ONCE[kind]
    if (!fields) return []
    const name = [kind, ...fields.map(field => valueAt(payload, field) ?? '')].join(' ')
    if (this.#seen.has(name)) return broken(13, `${name} comes again`)
    this.#seen.add(name)
    return []
  }
}

/**
 * Returns the rules 7 to 11 that a payload breaks.
 *
 * @param blockTime Unix nanoseconds
 */
function brokenRecordRules({ id, type }: BusEvent, payload: object, blockTime: bigint): Violation[] {
  const own = rules[type.replace('BUS_EVENT_TYPE_', '')]
  if (!own) return []
  const { rule, required, optional = {} } = own
  return Object.entries({ ...required, ...optional }).flatMap(([path, form]): Violation[] => {
    const value = valueAt(payload, path)
    const isLeftOut = value === undefined && path in optional
    if (isLeftOut || forms[form](value, blockTime)) return []
    return [{ rule, place: id, message: `${path} must be ${form}, not ${shown(value)}` }]
  })
}

function settlementAssetOf(market: object): unknown {
  const products = ['future', 'perpetual'].map(product =>
    valueAt(market, `tradableInstrument.instrument.${product}.settlementAsset`),
  )
  return products.find(asset => asset !== undefined)
}

/** Undefined for an absent value, which may be null in JSON. */
function valueAt(message: object, path: string): unknown {
  let at: unknown = message
  for (const name of path.split('.')) at = (at as Readonly<Record<string, unknown>> | undefined)?.[name]
  return at ?? undefined
}
