/**
 * The delay that a server asks for, in an error or when its rate limit is used up: `Retry-After` (seconds or an HTTP
 * date), else `RateLimit-Retry-After`, which networks send to a temporarily banned client, else `RateLimit-Reset`.
 *
 * @returns seconds from now; `undefined` without such a header, and for a time in the past.
 */
export const requestedDelay = ({ status, headers }: Response): number | undefined => {
  const isUsedUp = headers.get('ratelimit-remaining') === '0'
  if (!isUsedUp && status < 300) return undefined
  // Networks send the reset with every response. Wait for it only if the rate limit is used up or caused the error.
  const names = ['retry-after', 'ratelimit-retry-after']
  if (isUsedUp || status === 429 || status === 503) names.push('ratelimit-reset')
  for (const name of names) {
    const text = headers.get(name) ?? ''
    // A proxy may repeat the header, which makes a list. parseFloat takes its first value.
    let seconds = Number.parseFloat(text)
    // Not a number: a date. Thirty years: the number is a time, in seconds or milliseconds.
    if (!(seconds < 1e9))
      seconds = (seconds / (seconds > 1e11 ? 1000 : 1) || Date.parse(text) / 1000) - Date.now() / 1000
    if (seconds >= 0) return seconds
  }
  return undefined
}
