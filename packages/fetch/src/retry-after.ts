/**
 * After how many seconds the server wants to be asked again: `Retry-After` (seconds or an HTTP date), else
 * `RateLimit-Retry-After`, which networks send to a client they have banned for a while, else `RateLimit-Reset`.
 *
 * @returns seconds from now; `undefined` when the server does not say, or says a time that has passed.
 */
export const retryAfter = ({ status, headers }: Pick<Response, 'status' | 'headers'>): number | undefined => {
  const names = ['retry-after', 'ratelimit-retry-after']
  // Networks tell the reset with every answer; it is a reason to wait only where the limit was the reason to refuse.
  if (status === 429 || status === 503) names.push('ratelimit-reset')
  for (const name of names) {
    const hint = headers.get(name) ?? ''
    // parseFloat takes the first of a list, which is what a proxy that repeats the header makes of it.
    const seconds = /^\d/.test(hint) ? Number.parseFloat(hint) : (Date.parse(hint) - Date.now()) / 1000
    if (seconds >= 0) return seconds
  }
  return undefined
}
