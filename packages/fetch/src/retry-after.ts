/**
 * After how many seconds the server wants to be asked again: `Retry-After` (seconds or an HTTP date), else
 * `RateLimit-Retry-After`, which networks send to a client they have banned for a while.
 *
 * @returns seconds from now; `undefined` when the server does not say, or says a time that has passed.
 */
export const retryAfter = (headers: Headers): number | undefined => {
  for (const name of ['retry-after', 'ratelimit-retry-after']) {
    const hint = headers.get(name) ?? ''
    // parseFloat takes the first of a list, which is what a proxy that repeats the header makes of it.
    const seconds = /^\d/.test(hint) ? Number.parseFloat(hint) : (Date.parse(hint) - Date.now()) / 1000
    if (seconds >= 0) return seconds
  }
  return undefined
}
