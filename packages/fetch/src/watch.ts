import { type Call, type PagedResult, routes } from '@trading-network/types'
import type { Answer } from './answer.ts'
import type { LazyCall } from './call.ts'
import { settingsWith, TIMEOUT } from './options.ts'
import { type Change, changesOf, recordsOf } from './record-changes.ts'
import { refuse } from './refuse.ts'
import { later, within } from './time-limit.ts'
import type { WatchEvent, WatchOptions } from './watch-event.ts'

export type { WatchEvent, WatchOptions } from './watch-event.ts'

/** A server that responds after more milliseconds than this has held the request, so the change was its first. */
const HELD = 500

/**
 * Follows a list or an order: yields the current state, then every change, in order and in whole blocks.
 *
 * The server holds each request until the response changes (`Prefer: wait`). If it does not support that, the watch
 * polls it. A watch never goes back to an older block. It retries without limit, with the jitter and the pauses of
 * the client.
 *
 * It requests the next state when you ask for the next event. So a slow consumer gets the latest state, and the
 * changes that lead there. Leaving the loop ends the watch and aborts its request.
 *
 * @param call a call of the client. Its options apply, without `retry` and `deadline`. A list must fit on one page.
 * @returns the events. The iteration throws an `ApiError` if a retry cannot help, or if the server asks for a longer
 * delay than `maxWait`; a `RangeError` for a list of more than one page; the reason of the signal.
 * @throws TypeError for a call of another library, and for an invalid option.
 *
 * @example
 * for await (const { type, record } of watch(client.listStopOrders({ 'filter.partyIds': [partyId] })))
 *   if (type === 'changed') console.log(record.stopOrder.id, record.stopOrder.status)
 */
export function watch<Data, Item>(
  call: PagedResult<Data, Item>,
  options?: WatchOptions,
): AsyncGenerator<WatchEvent<Data, Item>, void, undefined>
export function watch<Data>(
  call: Call<Data>,
  options?: WatchOptions,
): AsyncGenerator<WatchEvent<Data, Data[keyof Data]>, void, undefined>
export function watch(
  call: unknown,
  { signal, interval = 1000, wait = 25 }: WatchOptions = {},
): AsyncGenerator<unknown, void, undefined> {
  const source = (call as Partial<LazyCall>)?.source ?? refuse('call', call)
  if (!(interval >= 0)) refuse('interval', interval)
  if (!Number.isInteger(wait) || wait < 0) refuse('wait', wait)
  const { operationId, params, options, base, send } = source
  const settings = settingsWith(base, options ?? {})
  const ending = signal ?? settings.signal
  // `getOrder` has sent its request already. If that failed, the watch sends it again.
  let sent: Promise<Pick<Answer, 'data' | 'response'> | undefined> | undefined
  if (!routes[operationId].page) sent = (call as LazyCall).withResponse().catch(() => undefined)

  let left = false
  let stop: (() => void) | undefined
  /** Runs one step of the watch. `return()` stops it, and then there is no result. */
  const step = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> =>
    left
      ? undefined
      : within(ending, (signal, end) => {
          stop = end
          return work(signal)
        })
  const sleep = (ms: number) =>
    step(
      signal =>
        new Promise<void>(resolve => {
          const timer = later(resolve, Math.max(0, ms))
          signal.addEventListener('abort', () => clearTimeout(timer))
        }),
    )

  const events = async function* () {
    let known: ReadonlyMap<string, unknown> | undefined
    let tag: string | null = null
    let height = -1n
    /** Whether the server may hold the next request, and whether it does. */
    let [hold, holds] = [false, true]
    while (!left) {
      const started = performance.now()
      const request = (signal: AbortSignal) =>
        send(settings, operationId, params, {
          headers: {
            ...(tag && { 'if-none-match': tag }),
            ...(height >= 0n && { 'x-min-block-height': `${height}` }),
            ...(hold && { prefer: `wait=${wait}` }),
          },
          timeout: (settings.timeout ?? TIMEOUT) + (hold ? wait * 1000 : 0),
          deadline: Infinity,
          retry: hold ? 0 : Infinity,
          signal,
        })
      const answer = await step(async signal => (await sent) ?? request(signal)).catch(error => {
        if (!hold || ending?.aborted) throw error
      })
      sent = undefined
      if (!answer) {
        // A proxy may cut or refuse a request that waits. The next one does not wait, and decides about the error.
        hold = holds = false
        await sleep(interval * Math.random())
        continue
      }
      const { data, response } = answer
      const blockHeight = response.headers.get('x-block-height') ?? undefined
      const block = /^\d+$/.test(blockHeight ?? '') ? BigInt(blockHeight!) : -1n
      const applied = response.headers.has('preference-applied')
      let changes: readonly Change[] = []
      // A late replica may respond from an older block. That is no news.
      if (block >= height) {
        const held = applied && performance.now() - started > HELD
        const merged = !!known && !held && block !== height + 1n
        height = block
        if (data) {
          const next = recordsOf(source, data)
          changes = known
            ? changesOf(known, next)
            : [{ type: 'state', record: undefined, previous: undefined }]
          const records = [...next.values()]
          known = next
          tag = response.headers.get('etag')
          for (const change of changes) {
            ending?.throwIfAborted()
            yield { ...change, data, records, blockHeight, merged, last: change === changes.at(-1) }
          }
        }
      }
      hold = !!tag
      holds = applied || (holds && changes.length > 0)
      // Also a server that holds requests may respond at once, as when it shuts down.
      if (!holds || !changes.length)
        await sleep(started + interval * (1 + Math.random() / 4) - performance.now())
    }
  }
  const iterator = events()
  const leave = iterator.return.bind(iterator)
  return Object.assign(iterator, {
    return: () => {
      left = true
      stop?.()
      return leave()
    },
  })
}
