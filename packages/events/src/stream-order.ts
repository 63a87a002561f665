import type { BusEvent } from './event.ts'
import { MalformedEvent } from './message.ts'
import type { Violation } from './stream-violation.ts'

/** A whole block that was read before. */
export interface ReadBlock {
  readonly height: bigint
  /** Unix nanoseconds; undefined if it is not known. */
  readonly time?: bigint
  /** Upper-case hexadecimal; undefined if it is not known. */
  readonly hash?: string
  /** True if it may be genesis, which shares height and time with the first block. */
  readonly isGenesis?: boolean
}

interface OpenBlock {
  readonly height: bigint
  readonly time: bigint
  readonly hash: string
  next: number
  isUpgrade: boolean
}

export const BEGIN = 'BUS_EVENT_TYPE_BEGIN_BLOCK'
export const END = 'BUS_EVENT_TYPE_END_BLOCK'
const UPGRADE = 'BUS_EVENT_TYPE_PROTOCOL_UPGRADE_STARTED'
/** Each of these events takes one number per order in it. */
const ORDER_LISTS: ReadonlySet<string> = new Set([
  'BUS_EVENT_TYPE_CANCELLED_ORDERS',
  'BUS_EVENT_TYPE_EXPIRED_ORDERS',
])

const START: ReadBlock = { height: 0n }

/**
 * Checks the order of the events of a stream: rules 1 to 6. A block that begins again, as after a crash of its node,
 * replaces the incomplete one.
 */
export class StreamOrder {
  #last: ReadBlock
  #open: OpenBlock | undefined
  #chainId: string | undefined
  #event!: BusEvent
  #found: Violation[] = []

  /** True if blocks were read before this stream. */
  protected readonly hasStored: boolean

  /** @param last the last block that was read before, if any */
  constructor(last = START) {
    this.#last = last
    this.hasStored = last !== START
  }

  /** Time of the open block in Unix nanoseconds; that of the last one between blocks. */
  get time(): bigint {
    return this.#open?.time ?? this.#last.time ?? 0n
  }

  /**
   * Reads the next event. After a violation the event counts as read, so that a defect is reported once.
   *
   * @param place from its id, if it was read already
   * @throws MalformedEvent when the event has no valid form
   */
  read(event: BusEvent, { height, number } = placeOf(event)): readonly Violation[] {
    if (this.#found.length > 0) this.#found = []
    this.#event = event
    const { chainId, type } = event
    this.#chainId ??= chainId
    if (chainId !== this.#chainId) this.#report(5, `it is of chain ${chainId}, not ${this.#chainId}`)
    if (type === BEGIN) this.#begin(event)
    if (this.#open) this.#within(this.#open, height, number)
    else if (height > this.#last.height + 1n) this.#reportGap(height)
    else this.#report(3, 'it lies outside a block', `event ${height}-1`)
    return this.#found
  }

  #within(open: OpenBlock, height: bigint, number: number): void {
    const { block, type } = this.#event
    if (height !== open.height)
      this.#report(3, `it belongs to block ${height}, inside block ${open.height}`, nextOf(open))
    else if (block !== open.hash) this.#report(3, `it is of a block ${block}, inside block ${open.hash}`)
    else if (open.isUpgrade) this.#report(6, `block ${open.height} ended with a protocol upgrade`)
    else if (number > open.next) this.#report(2, missing(open.next, number - 1), nextOf(open))
    else if (number < open.next) this.#report(2, `event ${number} comes again`)
    open.next = number + numbersOf(this.#event)
    open.isUpgrade ||= type === UPGRADE
    if (type !== END) return
    const ended = String(fieldsOf(this.#event).height ?? 0)
    if (ended !== String(open.height)) this.#report(3, `it ends block ${ended}, inside block ${open.height}`)
    this.#close(open)
  }

  #begin(event: BusEvent): void {
    const { height: text, timestamp } = fieldsOf(event)
    const [height, time] = [BigInt(String(text ?? 0)), BigInt(String(timestamp ?? 0))]
    const open = this.#open
    if (open?.isUpgrade) this.#close(open)
    else if (open && open.height !== height)
      this.#report(
        3,
        `block ${height} begins, but at least one event of block ${open.height} is missing: its end`,
        nextOf(open),
      )
    const last = this.#last
    const isAfterGenesis = last.isGenesis && height === last.height && time === last.time
    if (!isAfterGenesis || event.block === last.hash) {
      if (height > last.height + 1n) this.#reportGap(height)
      else if (last !== START && height <= last.height) this.#report(4, `block ${height} comes again`)
      if (last.time !== undefined && time <= last.time)
        this.#report(5, `its time ${time} is not after ${last.time}, the time of block ${last.height}`)
    }
    this.#open = { height, time, hash: event.block, next: 1, isUpgrade: false }
  }

  #reportGap(height: bigint): void {
    const last = this.#last
    const rule = last === START ? 1 : 4
    this.#report(rule, `block ${height} does not follow block ${last.height}`, `block ${last.height + 1n}`)
  }

  #report(rule: Violation['rule'], message: string, give?: string): void {
    this.#found.push({ rule, place: this.#event.id, message, ...(give !== undefined && { give }) })
  }

  #close({ height, time, hash }: OpenBlock): void {
    this.#last = { height, time, hash, isGenesis: this.#last === START }
    this.#open = undefined
  }
}

const ID = /^\d{1,19}-\d{1,15}$/

/**
 * Returns the height and number of an event, from its id.
 *
 * @throws MalformedEvent when the id has another form
 */
export function placeOf({ id }: BusEvent): { readonly height: bigint; readonly number: number } {
  if (!ID.test(id)) throw new MalformedEvent(`id must be "<height>-<number>", not "${id.slice(0, 80)}"`)
  const dash = id.indexOf('-')
  return { height: BigInt(id.slice(0, dash)), number: Number(id.slice(dash + 1)) }
}

/** The first event that an open block lacks. */
function nextOf({ height, next }: OpenBlock): string {
  return `event ${height}-${next}`
}

function missing(from: number, to: number): string {
  return from === to
    ? `event ${from} of its block is missing`
    : `events ${from} to ${to} of its block are missing`
}

/** Returns how many numbers of its block an event takes. One that ends several orders takes a number for each. */
export function numbersOf(event: BusEvent): number {
  if (!ORDER_LISTS.has(event.type)) return 1
  return Math.max(1, (fieldsOf(event).orderIds as readonly string[] | undefined)?.length ?? 0)
}

export function endsBlock({ type }: BusEvent): boolean {
  return type === END || type === UPGRADE
}

function fieldsOf(event: BusEvent): Readonly<Record<string, unknown>> {
  return (event.payload() ?? {}) as Readonly<Record<string, unknown>>
}
