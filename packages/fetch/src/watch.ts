import type { Call, CallOptions, PagedResult } from '@trading-network/types'
import { type LazyCall, type Source, withCaller } from './call.ts'
import { plainOptions, type Settings, settingsWith } from './settings.ts'
import { sleep, throwIfAborted, within } from './time-limit.ts'
import { refuse } from './url.ts'
import type { Watching, WatchOptions } from './watch/event.ts'
import { type Result, START, type Status, statusAfter } from './watch/states.ts'

export type { WatchEvent, Watching, WatchOptions } from './watch/event.ts'

/**
 * Follows a list or an order: yields the current state, then every change, in order and in whole blocks.
 *
 * The server holds each request until the response changes (`Prefer: wait`). If it does not support that, the watch
 * polls it. A watch never goes back to an older block, and retries without limit, at most `maxWait` or `interval` apart. It
 * requests the next state when you ask for the next event, so a slow consumer gets the latest state. Leaving the loop ends it.
 *
 * @param call a call of the client. Its options apply, without `retry`. A list with
 * `pagination.first` or `pagination.last` is a window of that size; another one must fit on a page at the start.
 * @returns the events. The iteration throws an `ApiError` if a retry cannot help; a `RangeError` for a list of more than
 * one page; the reason of the signal.
 * @throws TypeError for a call of another library, and for an invalid option.
 *
 * @example
 * for await (const { type, record } of watch(client.listStopOrders({ 'filter.partyIds': [partyId] })))
 *   if (type === 'changed') console.log(record.stopOrder.id, record.stopOrder.status)
 */
export function watch<Data, Item>(call: PagedResult<Data, Item>, options?: WatchOptions): Watching<Data, Item>
export function watch<Data>(
  call: Call<Data>,
  options: WatchOptions & { readonly allowMissing: true },
): Watching<Data | undefined, Data[keyof Data]>
export function watch<Data>(call: Call<Data>, options?: WatchOptions): Watching<Data, Data[keyof Data]>
export function watch(call: unknown, options: WatchOptions = {}): Watching<unknown, unknown> {
  const source = (call as Partial<LazyCall>)?.source ?? refuse('call', call)
  const given = { ...source.options, ...plainOptions(options) }
  const settings = settingsWith(source.calls.settings, given)
  const { signal } = settings
  let stop: (() => void) | undefined
  const follow = async function* () {
    let status = START
    for (;;) {
      const result = await within<Result | undefined>(signal, (own, end) => {
        stop = end
        return requestNext(source, settings, status, own)
      })
      if (!result) return
      try {
        status = statusAfter(status, result, settings, source)
      } catch (error) {
        throw withCaller(error)
      }
      events.asOf = status.asOf
      for (const event of status.events) {
        throwIfAborted(signal)
        yield event
      }
    }
  }
  const events: AsyncGenerator<object, void, undefined> & { asOf?: Date | undefined } = follow()
  const { return: end, throw: fail } = events
  // Otherwise, both would queue behind the request.
  events.return = () => {
    stop?.()
    return end.call(events)
  }
  events.throw = reason => {
    stop?.()
    return fail.call(events, reason)
  }
  return events as never
}

/** Sends the next request of a watch when it is due. A failure is a result, too. */
const requestNext = async (
  source: Source,
  settings: Settings,
  { canHold, tag, block, due }: Status,
  signal: AbortSignal,
): Promise<Result> => {
  const { timeout, onAttempt } = settings
  const delay = due - performance.now()
  // A hidden tab runs each timer up to a second late, also one of 0 ms.
  if (delay > 0) await sleep(delay, signal)
  // Common proxies cut requests after 30 s.
  const wait = canHold ? 25 : 0
  let attempt: Result['attempt'] = { duration: 0 }
  const given: CallOptions = {
    headers: {
      'if-none-match': tag || undefined,
      'x-min-block-height': block?.blockHeight,
      prefer: wait ? `wait=${wait}` : undefined,
    },
    timeout: timeout + wait * 1000,
    retry: 0,
    signal,
    onAttempt: report => {
      attempt = report
      return onAttempt?.(report)
    },
  }
  const { calls, operationId, path, query } = source
  const answer = await calls
    .send(operationId, { path, query }, settingsWith(settings, given))
    .catch(error => ({ error }))
  return { answer, attempt, wait }
}
