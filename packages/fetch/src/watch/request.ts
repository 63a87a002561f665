import type { Source } from '../call.ts'
import { TIMEOUT } from '../settings.ts'
import { sleep } from '../time-limit.ts'
import type { Result, Status, WatchSettings } from './states.ts'

/** Sends the next request of a watch when it is due. A failure is a result, too. */
export const requestNext = async (
  { operationId, params, calls }: Source,
  settings: WatchSettings,
  { canHold, tag, block, due }: Status,
  signal: AbortSignal,
): Promise<Result> => {
  const { timeout = TIMEOUT, onAttempt } = settings
  await sleep(Math.max(0, due - performance.now()), signal)
  // Common proxies cut requests after 30 s.
  const wait = canHold ? 25 : 0
  let attempt: Result['attempt'] = { duration: 0 }
  const request = calls.send(settings, operationId, params, {
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
      onAttempt?.(report)
    },
  })
  return request.then(
    answer => ({ answer, attempt, wait }),
    failure => ({ failure, attempt, wait }),
  )
}
