import type { BusEvent } from './event.ts'
import { brokenRecordRules } from './record-rules.ts'

/** The rules that the network's own data node (0.77) demands of a stream. It stops at the first violation. */
export const streamRules = {
  1: 'a stream begins with a whole block, at most one block above the last stored one',
  2: 'the numbers of the events of a block have no gap',
  3: 'every event lies between the begin and the end of its block',
  4: 'blocks follow each other without a gap',
  5: 'the chain id stays the same, and block times rise',
  6: 'a node sends nothing after PROTOCOL_UPGRADE_STARTED but the next block',
  7: 'a market has its settings',
  8: 'the numbers of an order fit',
  9: 'a stop order has a decimal trigger, and no update in the future',
  10: 'the numbers of a stake linking fit',
  11: 'the numbers of a reward payout fit',
} as const

/** An event that breaks a rule. */
export interface Violation {
  readonly rule: keyof typeof streamRules
  /** The id of the event: `<height>-<number>`. */
  readonly place: string
  /** The difference, in a sentence. */
  readonly message: string
  /** The events to give, if some are missing. */
  readonly give?: string
}

/** A whole block that was read before. */
export interface ReadBlock {
  readonly height: bigint
  /** Unix nanoseconds; undefined if it is not known. */
  readonly time?: bigint
  /** Upper-case hexadecimal; undefined if it is not known. */
  readonly hash?: string
}

interface OpenBlock {
  readonly height: bigint
  readonly time: bigint
  readonly hash: string
  /** Number of the next event. */
  next: number
  isUpgrade: boolean
}

const BEFORE_FIRST: ReadBlock = { height: 0n }

/**
 * Checks the order of the events of a stream: rules 1 to 6. A block that begins again, as after a crash of its node,
 * replaces the incomplete one.
 */
export class StreamOrder {
  #last: ReadBlock
  #open: OpenBlock | undefined
  #chainId: string | undefined
  /** True while the last block may be genesis, which shares height and time with the first block. */
  #isGenesis = false

  /** @param last the last block that was read before, if any */
  constructor(last = BEFORE_FIRST, chainId?: string) {
    this.#last = last
    this.#chainId = chainId
  }

  /** Time of the open block in Unix nanoseconds; that of the last one between blocks. */
  get time(): bigint {
    return this.#open?.time ?? this.#last.time ?? 0n
  }

  /**
   * Reads the next event. After a violation the event counts as read, so that a defect is reported once.
   *
   * @throws MalformedEvent when the event has no valid form
   */
  read(event: BusEvent): Violation[] {
    const found: Violation[] = []
    const report = (rule: Violation['rule'], message: string, give?: string) =>
      void found.push({ rule, place: event.id, message, ...(give !== undefined && { give }) })
    this.#chainId ??= event.chainId
    if (event.chainId !== this.#chainId) report(5, `it is of chain ${event.chainId}, not ${this.#chainId}`)
    const kind = kindOf(event)
    if (kind === 'BEGIN_BLOCK') this.#begin(event, report)
    const open = this.#open
    if (!open) {
      report(3, 'it lies outside a block')
      return found
    }
    const [height, number] = positionOf(event)
    if (height !== open.height || event.block !== open.hash)
      report(3, `it belongs to block ${height} (${event.block}), inside block ${open.height} (${open.hash})`)
    else if (open.isUpgrade) report(6, `block ${open.height} ended with a protocol upgrade`)
    else if (number > open.next)
      report(2, `events ${open.next} to ${number - 1} are missing`, `event ${height}-${open.next}`)
    else if (number < open.next) report(2, `event ${number} comes again`)
    open.next = number + numbersOf(event, kind)
    open.isUpgrade ||= kind === 'PROTOCOL_UPGRADE_STARTED'
    if (kind === 'END_BLOCK') this.#close(open)
    return found
  }

  #begin(event: BusEvent, report: (rule: Violation['rule'], message: string, give?: string) => void): void {
    const { height: text, timestamp } = fieldsOf(event)
    const [height, time] = [BigInt(String(text ?? 0)), BigInt(String(timestamp ?? 0))]
    const open = this.#open
    if (open?.isUpgrade) this.#close(open)
    else if (open && open.height !== height)
      report(3, `block ${height} begins inside block ${open.height}`, `event ${open.height}-${open.next}`)
    const last = this.#last
    const isFirst =
      this.#isGenesis && height === last.height && time === last.time && event.block !== last.hash
    if (isFirst) this.#isGenesis = false
    else {
      if (height > last.height + 1n)
        report(
          last === BEFORE_FIRST ? 1 : 4,
          `block ${height} does not follow block ${last.height}`,
          `block ${last.height + 1n}`,
        )
      else if (last !== BEFORE_FIRST && height <= last.height) report(4, `block ${height} comes again`)
      if (last.time !== undefined && time <= last.time)
        report(5, `its time ${time} is not after ${last.time}, the time of block ${last.height}`)
      this.#isGenesis = last === BEFORE_FIRST
    }
    this.#open = { height, time, hash: event.block, next: 1, isUpgrade: false }
  }

  #close({ height, time, hash }: OpenBlock): void {
    this.#last = { height, time, hash }
    this.#open = undefined
  }
}

/** Checks events against all rules, one after the other. */
export class StreamRules {
  readonly #order: StreamOrder

  /** @param last the last block that was read before, if any */
  constructor(last?: ReadBlock, chainId?: string) {
    this.#order = new StreamOrder(last, chainId)
  }

  /**
   * Reads the next event.
   *
   * @returns the rules that it breaks, the order of the stream first
   * @throws MalformedEvent when the event has no valid form
   */
  read(event: BusEvent): Violation[] {
    const found = this.#order.read(event)
    const { time } = this.#order
    const broken = brokenRecordRules(kindOf(event), event.payload() ?? {}, time)
    return [...found, ...broken.map(([rule, message]) => ({ rule, place: event.id, message }) as Violation)]
  }
}

function kindOf({ type }: BusEvent): string {
  return type.replace('BUS_EVENT_TYPE_', '')
}

/** Height and number of an event. */
function positionOf({ id }: BusEvent): [bigint, number] {
  const [height = '', number = ''] = id.split('-')
  return /^\d+-\d+$/.test(id) ? [BigInt(height), Number(number)] : [-1n, 0]
}

/** An event that ends several orders takes a number for each. */
function numbersOf(event: BusEvent, kind: string): number {
  if (kind !== 'CANCELLED_ORDERS' && kind !== 'EXPIRED_ORDERS') return 1
  return Math.max(1, (fieldsOf(event).orderIds as readonly string[] | undefined)?.length ?? 0)
}

function fieldsOf(event: BusEvent): Readonly<Record<string, unknown>> {
  return (event.payload() ?? {}) as Readonly<Record<string, unknown>>
}
