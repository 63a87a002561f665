import { type Block, blockOf, relationOf } from '../block.ts'
import { later, TimeoutError } from '../time-limit.ts'
import { type Content, contentOf } from './changes.ts'
import { type Failure, type Reply, request, type Target } from './request.ts'
import { type Input, NEXT, type State } from './states.ts'

/** A server that responds after more milliseconds than this has held the request, so the change was its first. */
const HELD = 500

/** A state that the service has confirmed. */
export interface Snapshot extends Content {
  /** Counts the snapshots of a feed, and the resets of the network before it. */
  readonly number: number
  readonly history: number
  /** `undefined` while an order is missing. */
  readonly data: object | undefined
  readonly blockHeight: string | undefined
  /** True if the changes since the snapshot before it may be the sum of several. */
  readonly merged: boolean
}

/** The knowledge of a feed. Each response makes a new one. */
interface Status {
  readonly state: State
  readonly snapshot?: Snapshot | undefined
  /** The last time at which the service confirmed the snapshot. */
  readonly asOf?: Date
  /** The time of the first failure since then, and the last error. */
  readonly since?: Date
  readonly error?: unknown
  /** The number of blocks by which the service is behind. */
  readonly lag: number
}

const jitter = () => 1 + Math.random() / 4

/** Asks the service for one list or order, one request at a time, while a watch waits for the response. */
export class Feed {
  status: Status = { state: 'starting', lag: 0 }
  watches = 0
  running: Promise<void> | undefined
  readonly target: Target
  /** Ends the request that runs. */
  #end: AbortController | undefined
  /** The newest block, and the tag of the snapshot. */
  #block: Block | undefined
  #tag: string | undefined
  #history = 0
  #failures = 0
  /** The earliest time of the next request. */
  #dueAt = 0

  constructor(target: Target) {
    this.target = target
  }

  /** Takes the next response. A watch is late if it has not seen the snapshot: then a plain request confirms that. */
  next(isLate: boolean): Promise<void> {
    this.running ??= this.#ask(isLate).finally(() => (this.running = undefined))
    // The watch that asks may have left.
    this.running.catch(() => {})
    return this.running
  }

  stop(): void {
    this.#end?.abort()
  }

  async #ask(isLate: boolean) {
    const { state, snapshot } = this.status
    // Each request has its own signal, so that its listeners end with it.
    const end = new AbortController()
    this.#end = end
    const tag = this.#tag
    // The service recognises a change by the tag, or because the order is missing.
    const canHold = state === 'online' && !isLate && (tag || !snapshot?.data)
    const wait = canHold ? this.target.wait : 0
    const headers = {
      ...(tag && { 'if-none-match': tag }),
      ...(this.#block && { 'x-min-block-height': `${this.#block.height}` }),
      ...(wait && { prefer: `wait=${wait}` }),
    }
    await sleep(Math.max(0, this.#dueAt - performance.now()), end.signal)
    const reply = await request(this.target, headers, wait, end.signal)
    if (!end.signal.aborted) this.#take(reply)
  }

  #take(reply: Reply) {
    const { data, headers, error, wait, duration } = reply
    const { interval, allowMissing } = this.target
    const block = headers && blockOf(headers)
    const relation = block && relationOf(this.#block, block)
    if (relation === 'older')
      return this.#fail('older', error, wait, Number(this.#block!.height - block!.height))
    this.#dueAt = performance.now() + interval * jitter() - duration
    if (relation === 'reset') {
      this.#block = this.#tag = undefined
      this.#failures = 0
      this.#history++
    }
    if (data || (allowMissing && error?.status === 404)) this.#show(reply, block, relation === 'newer')
    else if (relation === 'reset') this.status = { ...this.status, state: this.#after('reset') }
    else if (!error) this.#confirm(block, this.status.snapshot)
    // A proxy may have refused a request because it waits. The next one decides.
    else if (reply.isFinal && this.status.state !== 'online') throw error
    else this.#fail(error instanceof TimeoutError ? 'silent' : 'failed', error, wait)
  }

  #show({ data, headers, wait, duration }: Reply, block: Block | undefined, isNewer: boolean) {
    const known = this.#block
    const { snapshot } = this.status
    const applied = headers!.has('preference-applied')
    const isFirstChange = applied && wait > 0 && duration > HELD
    const isNextBlock = !!known && block?.height === known.height + 1n
    this.#tag = (data && headers!.get('etag')) || undefined
    // Without a new block, two servers with different responses would be asked without end.
    if (isNewer && (applied || !wait) && (this.#tag || !data)) this.#dueAt = 0
    this.#confirm(block, {
      ...contentOf(this.target.source, data, snapshot),
      number: (snapshot?.number ?? 0) + 1,
      history: this.#history,
      data,
      blockHeight: block && `${block.height}`,
      merged: !isFirstChange && !isNextBlock,
    })
  }

  #confirm(block: Block | undefined, snapshot: Snapshot | undefined) {
    // A response without a chain id, as before the first block, does not make the feed forget it.
    if (block) this.#block = { ...block, chainId: block.chainId ?? this.#block?.chainId ?? null }
    this.#failures = 0
    this.status = { state: this.#after('confirmed'), snapshot, asOf: new Date(), lag: 0 }
  }

  #fail(input: Input, error: Failure, wait: number, lag = this.status.lag) {
    const { interval, settings } = this.target
    const asked = 1000 * (error?.retryAfter ?? Math.min(6.4, 0.2 * 2 ** ++this.#failures))
    // A restart of the service ends all waiting requests at once. They come back one by one.
    const pause = wait ? interval * Math.random() : Math.min(asked, settings.maxWait ?? 60_000) * jitter()
    this.#dueAt = performance.now() + pause
    const { since = new Date() } = this.status
    this.status = { ...this.status, state: this.#after(input), since, error, lag }
  }

  #after(input: Input): State {
    return NEXT[this.status.state][input]
  }
}

/** Never resolves after the signal. */
const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = later(resolve, ms)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
