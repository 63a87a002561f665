import { type Block, blockOf, relationOf } from '../block.ts'
import { later, within } from '../time-limit.ts'
import { StaleStateError } from './event.ts'
import { type Failure, type First, type Reply, request, type Target } from './request.ts'
import { type Share, sharing } from './sharing.ts'
import { type Input, NEXT, type State } from './states.ts'
import { View } from './view.ts'

/** Milliseconds without a response, beyond the wait of the server, until the watch is offline. */
const SILENCE = 10_000

/** A server that responds after more milliseconds than this has held the request, so the change was its first. */
const HELD = 500

/** The connection that a watch tells in each state; nothing while that is open. */
const CONNECTION: Partial<Record<State, string>> = {
  current: 'online',
  offline: 'offline',
  behind: 'behind',
}

const jitter = () => 1 + Math.random() / 4

/** Follows one list or order: one request at a time, while a consumer waits for the next event. */
export class Watcher {
  /** The last time at which the service confirmed the state. */
  asOf: Date | undefined
  readonly #target: Target
  #first: First
  readonly #view: View
  #state: State = 'starting'
  /** The newest block, and the tag of the state. */
  #block: Block | undefined
  #tag: string | undefined
  /** Whether the next state is the first of another history. */
  #isReset = false
  /** The connection of the last event. */
  #connection = 'online'
  /** The time of the first failure since the state was confirmed, and the last error. */
  #since: Date | undefined
  #error: unknown
  #failures = 0
  /** The earliest time of the next request. */
  #dueAt = 0
  /** The response to the request that runs. It runs on while the consumer handles `offline`. */
  #reply: Promise<Reply | undefined> | undefined
  #stop: (() => void) | undefined
  #hasLeft = false

  constructor(target: Target, first: First) {
    this.#target = target
    this.#first = first
    this.#view = new View(target.source)
  }

  /** Ends the events, also while one is awaited. */
  leave(): void {
    this.#hasLeft = true
    this.#stop?.()
  }

  async *events(): AsyncGenerator<object, void, undefined> {
    const { source, settings, signal, maxAge } = this.#target
    signal?.throwIfAborted()
    let askedAt = Date.now()
    const age = () => Date.now() - Math.max(askedAt, Number(this.asOf ?? 0))
    try {
      const share = await sharing(source, settings)
      while (!this.#hasLeft) {
        const events = await this.#next(share, maxAge - age())
        if (age() >= maxAge) throw this.#stale(`not confirmed for ${maxAge} ms`)
        for (const event of events) {
          signal?.throwIfAborted()
          yield event
          askedAt = Date.now()
        }
      }
    } finally {
      this.leave()
    }
  }

  #stale(message: string) {
    return new StaleStateError(message, this.asOf, this.#error)
  }

  /** The events of the next response, or of none in `ms` or for too long. */
  async #next(share: Share, ms: number): Promise<object[]> {
    const { source, signal } = this.#target
    const pause = Math.max(0, this.#dueAt - performance.now())
    // The service recognises a change by the tag, or because the order is missing.
    const wait = this.#state === 'current' && (this.#tag || !this.#view.data) ? this.#target.wait : 0
    this.#reply ??= within(undefined, (signal, stop) => {
      this.#stop = stop
      return share(`${this.#tag} ${wait}`, signal, signal => this.#send(pause, wait, signal))
    }).finally(() => {
      this.#reply = this.#stop = undefined
    })
    const limit = Math.min(ms, pause + SILENCE + 1000 * wait)
    let reply: Reply | undefined
    try {
      reply = await within(signal, () => this.#reply!, source.operationId, limit)
    } catch (error) {
      signal?.throwIfAborted()
      return this.#fail('silent', error, wait)
    }
    return reply ? this.#take(reply) : []
  }

  async #send(pause: number, wait: number, signal: AbortSignal) {
    const [block, tag, first] = [this.#block, this.#tag, this.#first]
    const headers = {
      ...(tag && { 'if-none-match': tag }),
      ...(block && { 'x-min-block-height': `${block.height}` }),
      ...(wait && { prefer: `wait=${wait}` }),
    }
    this.#first = undefined
    await sleep(pause, signal)
    return request(this.#target, headers, wait, signal, first)
  }

  #take(reply: Reply): object[] {
    const { data, headers, error, wait } = reply
    const { interval, maxLag, allowMissing } = this.#target
    const known = this.#block
    const block = headers && blockOf(headers)
    const relation = block && relationOf(known, block)
    if (relation === 'older') {
      const events = this.#fail('older', error, wait)
      const lag = Number(known!.height - block!.height)
      if (this.#state === 'behind' && lag > maxLag) throw this.#stale(`${lag} blocks behind`)
      return events
    }
    this.#dueAt = performance.now() + interval * jitter() - reply.duration
    if (relation === 'reset') {
      this.#block = this.#tag = undefined
      this.#failures = 0
      this.#isReset = true
    }
    if (data || (allowMissing && error?.status === 404)) return this.#show(reply, block, relation === 'newer')
    if (relation === 'reset') return this.#become('reset')
    if (!error) return this.#confirm(block)
    // A proxy may have refused a request because it waits. The next one decides.
    if (reply.isFinal && this.#state !== 'current') throw error
    return this.#fail('failed', error, wait)
  }

  /** The events of a new state. */
  #show({ data, headers, wait, duration }: Reply, block: Block | undefined, isNewer: boolean): object[] {
    const known = this.#block
    const applied = headers!.has('preference-applied')
    const isFirstChange = applied && wait > 0 && duration > HELD
    const isNextBlock = !!known && block?.height === known.height + 1n
    this.#tag = (data && headers!.get('etag')) || undefined
    // Without a new block, two servers with different responses would be asked without end.
    if (isNewer && (applied || !wait) && (this.#tag || !data)) this.#dueAt = 0
    const events = this.#confirm(block)
    const height = block && `${block.height}`
    events.push(...this.#view.show(data, height, !isFirstChange && !isNextBlock, this.#isReset))
    this.#isReset = false
    return events
  }

  #confirm(block: Block | undefined): object[] {
    // A response without a chain id, as before the first block, does not make the watch forget it.
    if (block) this.#block = { ...block, chainId: block.chainId ?? this.#block?.chainId ?? null }
    this.asOf = new Date()
    this.#since = this.#error = undefined
    this.#failures = 0
    return this.#become('confirmed')
  }

  #fail(input: Input, error: Failure, wait: number): object[] {
    this.#since ??= new Date()
    this.#error = error
    const { interval, settings } = this.#target
    const asked = 1000 * (error?.retryAfter ?? Math.min(6.4, 0.2 * 2 ** ++this.#failures))
    // A restart of the service ends all waiting requests at once. They come back one by one.
    const pause = wait ? interval * Math.random() : Math.min(asked, settings.maxWait ?? 60_000) * jitter()
    this.#dueAt = performance.now() + pause
    return this.#become(input)
  }

  /** The event of the connection, if it has changed. */
  #become(input: Input): object[] {
    this.#state = NEXT[this.#state][input]
    const type = CONNECTION[this.#state]
    if (!type || type === this.#connection) return []
    this.#connection = type
    return [this.#view.event({ type, since: this.#since, error: this.#error })]
  }
}

/** Never resolves after the signal. */
const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = later(resolve, ms)
    signal.addEventListener('abort', () => clearTimeout(timer))
  })
