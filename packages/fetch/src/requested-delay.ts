/** The rate limit of a user, from a response. */
export type Limit = ReturnType<typeof limitOf>

/**
 * Reads the rate limit. `delay` is what the server asks for: `Retry-After` (seconds or an HTTP date), else
 * `RateLimit-Retry-After`, which networks send to a temporarily banned client, else `RateLimit-Reset`. A date is one of the
 * server's clock.
 *
 * @returns `remaining`: requests that are left in the window, NaN without the header; `delay`: seconds from now,
 * `undefined` without such a header, and for a time in the past.
 */
export const limitOf = ({ status, headers }: Response) => {
  const remaining = Number.parseFloat(headers.get('ratelimit-remaining')!)
  const isUsedUp = status === 429 || remaining === 0
  // Networks send the reset with every response. Wait for it only if the rate limit is used up or caused the error.
  const reset = isUsedUp || status === 503 ? ['ratelimit-reset'] : []
  const delay = ['retry-after', 'ratelimit-retry-after', ...reset]
    .map(name => secondsOf(headers, name))
    .find(seconds => seconds >= 0)
  return { remaining, isUsedUp, delay }
}

const secondsOf = (headers: Headers, name: string): number => {
  const text = headers.get(name) ?? ''
  // A proxy may repeat the header, which makes a list. parseFloat takes its first value.
  const seconds = Number.parseFloat(text)
  if (seconds < 1e9) return seconds
  // A page of another origin may not read `Date`.
  const now = Date.parse(headers.get('date')!) || Date.now()
  // Not a number: a date. Thirty years: the number is a time.
  return (seconds || Date.parse(text) / 1000) - now / 1000
}
