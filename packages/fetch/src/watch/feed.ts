import { type Block, blockOf, relationOf } from '../block.ts'
import { later, within } from '../time-limit.ts'
import { type Content, contentOf } from './changes.ts'
import { type Failure, type First, type Reply, request, type Target } from './request.ts'
import { type Input, NEXT, type State } from './states.ts'

/** Milliseconds without a response, beyond the wait of the server, until the feed is offline. */
const SILENCE = 10_000

/** A server that responds after more milliseconds than this has held the request, so the change was its first. */
const HELD = 500

/** A state that the service has confirmed. */
export interface Snapshot extends Content {
  /** Counts the snapshots of a feed. */
  readonly number: number
  /** Counts the resets of the network before it. */
  readonly history: number
  /** `undefined` while an order is missing. */
  readonly data: object | undefined
  readonly blockHeight: string | undefined
  /** True if the changes since the snapshot before it may be the sum of several. */
  readonly merged: boolean
}

const jitter = () => 1 + Math.random() / 4

/** Asks the service for one list or order, one request at a time, while a watch waits for the response. */
export class Feed {
  state: State = 'starting'
  snapshot: Snapshot | undefined
  /** The last time at which the service confirmed the snapshot. */
  asOf: Date | undefined
  /** The time of the first failure since then, and the last error. */
  since: Date | undefined
  error: unknown
  /** The number of blocks by which the service is behind. */
  lag = 0
  /** The number of watches. */
  watches = 0
  /** The time until which a response should be there. */
  limitAt = 0
  /** The request that runs, and its end. */
  running: Promise<void> | undefined
  stop: (() => void) | undefined
  readonly target: Target
  #first: First
  /** The newest block, and the tag of the snapshot. */
  #block: Block | undefined
  #tag: string | undefined
  #history = 0
  #failures = 0
  /** The earliest time of the next request. */
  #dueAt = 0

  constructor(target: Target, first: First) {
    this.target = target
    this.#first = first
  }

  /**
   * Takes the response to the request that runs. If there is none, it sends one when it is due.
   *
   * @param isLate whether a watch has not seen the snapshot. Then a plain request confirms it.
   */
  next(isLate: boolean): Promise<void> {
    if (this.running) return this.running
    const pause = Math.max(0, this.#dueAt - performance.now())
    // The service recognises a change by the tag, or because the order is missing.
    const canHold = this.state === 'current' && !isLate && (this.#tag || !this.snapshot?.data)
    const wait = canHold ? this.target.wait : 0
    this.limitAt = performance.now() + pause + SILENCE + 1000 * wait
    this.running = within(undefined, async (signal, stop) => {
      this.stop = stop
      await sleep(pause, signal)
      return this.#send(wait, signal)
    })
      .then(reply => reply && this.#take(reply))
      .finally(() => {
        this.running = this.stop = undefined
      })
    // A watch that handles `offline` does not wait for it.
    this.running.catch(() => {})
    return this.running
  }

  /** No response comes. The request goes on. */
  silence(error: unknown): void {
    this.limitAt = performance.now() + SILENCE
    this.#fail('silent', error, 0)
  }

  #send(wait: number, signal: AbortSignal) {
    const [block, tag, first] = [this.#block, this.#tag, this.#first]
    const headers = {
      ...(tag && { 'if-none-match': tag }),
      ...(block && { 'x-min-block-height': `${block.height}` }),
      ...(wait && { prefer: `wait=${wait}` }),
    }
    this.#first = undefined
    return request(this.target, headers, wait, signal, first)
  }

  #take(reply: Reply) {
    const { data, headers, error, wait } = reply
    const { interval, allowMissing } = this.target
    const block = headers && blockOf(headers)
    const relation = block && relationOf(this.#block, block)
    if (relation === 'older') {
      this.lag = Number(this.#block!.height - block!.height)
      return this.#fail('older', error, wait)
    }
    this.#dueAt = performance.now() + interval * jitter() - reply.duration
    if (relation === 'reset') {
      this.#block = this.#tag = undefined
      this.#failures = 0
      this.#history++
    }
    if (data || (allowMissing && error?.status === 404)) this.#show(reply, block, relation === 'newer')
    else if (relation === 'reset') this.#become('reset')
    else if (!error) this.#confirm(block)
    // A proxy may have refused a request because it waits. The next one decides.
    else if (reply.isFinal && this.state !== 'current') throw error
    else this.#fail('failed', error, wait)
  }

  #show({ data, headers, wait, duration }: Reply, block: Block | undefined, isNewer: boolean) {
    const known = this.#block
    const applied = headers!.has('preference-applied')
    const isFirstChange = applied && wait > 0 && duration > HELD
    const isNextBlock = !!known && block?.height === known.height + 1n
    this.#tag = (data && headers!.get('etag')) || undefined
    // Without a new block, two servers with different responses would be asked without end.
    if (isNewer && (applied || !wait) && (this.#tag || !data)) this.#dueAt = 0
    if (data || this.snapshot?.data || this.snapshot?.history !== this.#history)
      this.snapshot = {
        ...contentOf(this.target.source, data, this.snapshot),
        number: (this.snapshot?.number ?? 0) + 1,
        history: this.#history,
        data,
        blockHeight: block && `${block.height}`,
        merged: !isFirstChange && !isNextBlock,
      }
    this.#confirm(block)
  }

  #confirm(block: Block | undefined) {
    // A response without a chain id, as before the first block, does not make the feed forget it.
    if (block) this.#block = { ...block, chainId: block.chainId ?? this.#block?.chainId ?? null }
    this.asOf = new Date()
    this.since = this.error = undefined
    this.#failures = 0
    this.#become('confirmed')
  }

  #fail(input: Input, error: Failure, wait: number) {
    this.since ??= new Date()
    this.error = error
    const { interval, settings } = this.target
    const asked = 1000 * (error?.retryAfter ?? Math.min(6.4, 0.2 * 2 ** ++this.#failures))
    // A restart of the service ends all waiting requests at once. They come back one by one.
    const pause = wait ? interval * Math.random() : Math.min(asked, settings.maxWait ?? 60_000) * jitter()
    this.#dueAt = performance.now() + pause
    this.#become(input)
  }

  #become(input: Input) {
    this.state = NEXT[this.state][input]
  }
}

/** Never resolves after the signal. */
const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = later(resolve, ms)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
