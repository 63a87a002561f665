import type { Source } from '../call.ts'
import { mergedHeaders } from '../openapi-fetch.ts'
import type { Settings } from '../options.ts'
import type { Reply } from './request.ts'

/** A request that watches wait for. */
interface Run {
  readonly reply: Promise<Reply>
  readonly controller: AbortController
  waiting: number
}

/** Sends a request, or joins an equal one. Aborting the signal leaves it; the last one to leave ends it. */
export type Share = (
  key: string,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<Reply>,
) => Promise<Reply>

/** The requests of each client. */
const runsOf = new WeakMap<Settings, Map<string, Run>>()

/**
 * Shares the requests of watches of one client with equal operation, parameters and headers.
 *
 * Nobody knows which headers a `fetch`, middleware or a function of the caller will add, such as the token of one user.
 * With these, a watch shares nothing.
 */
export const sharing = async (
  { operationId, params, options, base }: Source,
  { fetch, middleware, headers = [] }: Settings,
): Promise<Share> => {
  if (fetch || middleware?.length || typeof options?.headers === 'function')
    return (_, signal, send) => send(signal)
  const call = [operationId, params, [...(await mergedHeaders(headers))]]
  const prefix = JSON.stringify(call, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  const runs = runsOf.get(base) ?? new Map<string, Run>()
  runsOf.set(base, runs)
  return (suffix, signal, send) => {
    const key = prefix + suffix
    const run = runs.get(key) ?? start(send, () => runs.delete(key))
    runs.set(key, run)
    run.waiting++
    signal.addEventListener('abort', () => {
      if (--run.waiting > 0) return
      runs.delete(key)
      run.controller.abort()
    })
    return run.reply
  }
}

const start = (send: (signal: AbortSignal) => Promise<Reply>, forget: () => void): Run => {
  const controller = new AbortController()
  const run: Run = {
    controller,
    waiting: 0,
    // Without watches, another request may have its key already.
    reply: send(controller.signal).finally(() => run.waiting > 0 && forget()),
  }
  return run
}
