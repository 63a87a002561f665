import type { Random } from './random.ts'

/** Event kinds the simulator writes (without `BUS_EVENT_TYPE_`) and the name of each one's payload field. */
export const PAYLOAD_NAMES = {
  BEGIN_BLOCK: 'beginBlock',
  END_BLOCK: 'endBlock',
  TIME_UPDATE: 'timeUpdate',
  EPOCH_UPDATE: 'epochEvent',
  ASSET: 'asset',
  MARKET_CREATED: 'marketCreated',
  MARKET_UPDATED: 'marketUpdated',
  ACCOUNT: 'account',
  ORDER: 'order',
  EXPIRED_ORDERS: 'expiredOrders',
  CANCELLED_ORDERS: 'cancelledOrders',
  STOP_ORDER: 'stopOrder',
  LIQUIDITY_PROVISION: 'liquidityProvision',
  STAKE_LINKING: 'stakeLinking',
  NODE_SIGNATURE: 'nodeSignature',
  FUNDING_PERIOD: 'fundingPeriod',
  FUNDING_PERIOD_DATA_POINT: 'fundingPeriodDataPoint',
  REWARD_PAYOUT_EVENT: 'rewardPayout',
  REFERRAL_SET_CREATED: 'referralSetCreated',
  REFEREE_JOINED_REFERRAL_SET: 'refereeJoinedReferralSet',
  REFERRAL_SET_STATS_UPDATED: 'referralSetStatsUpdated',
  FEES_STATS_UPDATED: 'feesStatsUpdated',
  AMM: 'amm',
} as const

/** The name of an event kind, without its `BUS_EVENT_TYPE_` prefix. */
export type EventKind = keyof typeof PAYLOAD_NAMES

/** Nanoseconds in a second. */
export const SECOND = 1_000_000_000n

/** One block being written: its time, and the event lines so far. */
export class Block {
  /** From 1, without gaps. */
  readonly height: number
  /** Block time in Unix nanoseconds. */
  readonly nanos: bigint
  /** {@link nanos} as decimal text, as most messages carry it. */
  readonly time: string
  /** One NDJSON line per event, without the newline. */
  readonly lines: string[] = []
  readonly #random: Random
  readonly #hash: string
  readonly #chainId: string
  #txHash: string

  /** Opens the block: writes its begin and time events. */
  constructor(height: number, nanos: bigint, chainId: string, random: Random) {
    const hash = random.hex()
    this.height = height
    this.nanos = nanos
    this.time = String(nanos)
    this.#random = random
    this.#hash = hash.toUpperCase()
    this.#chainId = JSON.stringify(chainId)
    this.#txHash = this.#hash
    this.emit('BEGIN_BLOCK', { height: String(height), timestamp: this.time, hash })
    this.emit('TIME_UPDATE', { timestamp: this.time })
  }

  /** Writes one event. `message` is its payload in protojson form; undefined fields are left out. */
  emit(kind: EventKind, message: object): void {
    const id = `${this.height}-${this.lines.length + 1}`
    const payload = `"${PAYLOAD_NAMES[kind]}":${JSON.stringify(message)}`
    this.lines.push(
      `{"id":"${id}","block":"${this.#hash}","type":"BUS_EVENT_TYPE_${kind}",${payload},` +
        `"version":1,"chainId":${this.#chainId},"txHash":"${this.#txHash}"}`,
    )
  }

  /** Runs `action` as one transaction: its events carry the transaction's hash instead of the block's. */
  transact(action: () => void): void {
    this.#txHash = this.#random.hex().toUpperCase()
    action()
    this.#txHash = this.#hash
  }

  /** Closes the block with its end event. */
  end(): void {
    this.emit('END_BLOCK', { height: String(this.height) })
  }
}
