/** Requests of a user that are left in the window of the rate limit; NaN without the header. */
export const remainingOf = ({ headers }: Response): number =>
  Number.parseFloat(headers.get('ratelimit-remaining')!)

export const isUsedUp = (response: Response): boolean =>
  response.status === 429 || remainingOf(response) === 0

/**
 * The delay that a server asks for, in an error or when its rate limit is used up: `Retry-After` (seconds or an HTTP
 * date), else `RateLimit-Retry-After`, which networks send to a temporarily banned client, else `RateLimit-Reset`. A date
 * is one of the server's clock.
 *
 * @returns seconds from now; `undefined` without such a header, and for a time in the past.
 */
export const requestedDelay = (response: Response): number | undefined => {
  const { status, headers } = response
  const isLimited = isUsedUp(response)
  if (!isLimited && status < 300) return undefined
  // Networks send the reset with every response. Wait for it only if the rate limit is used up or caused the error.
  const names = ['retry-after', 'ratelimit-retry-after']
  if (isLimited || status === 503) names.push('ratelimit-reset')
  // A page of another origin may not read `Date`.
  const now = Date.parse(headers.get('date')!) || Date.now()
  for (const name of names) {
    const text = headers.get(name) ?? ''
    // A proxy may repeat the header, which makes a list. parseFloat takes its first value.
    let seconds = Number.parseFloat(text)
    // Not a number: a date. Thirty years: the number is a time, in seconds or milliseconds.
    if (!(seconds < 1e9))
      seconds = (seconds / (seconds > 1e11 ? 1000 : 1) || Date.parse(text) / 1000) - now / 1000
    if (seconds >= 0) return seconds
  }
  return undefined
}
