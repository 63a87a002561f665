/**
 * Seconds to wait before a retry: `Retry-After` (seconds or an HTTP date), else `RateLimit-Retry-After`, which networks
 * send to a temporarily banned client, else `RateLimit-Reset`.
 *
 * @returns seconds from now; `undefined` without such a header, and for a time in the past.
 */
export const retryAfter = ({ status, headers }: Pick<Response, 'status' | 'headers'>): number | undefined => {
  const names = ['retry-after', 'ratelimit-retry-after']
  // Networks send the reset with every response. Wait for it only if the rate limit caused the error.
  if (status === 429 || status === 503) names.push('ratelimit-reset')
  for (const name of names) {
    const hint = headers.get(name) ?? ''
    // A proxy may repeat the header, which makes a list. parseFloat takes its first value.
    const seconds = /^\d/.test(hint) ? Number.parseFloat(hint) : (Date.parse(hint) - Date.now()) / 1000
    if (seconds >= 0) return seconds
  }
  return undefined
}
