import type { Settings } from '../call.ts'
import { mergedHeaders } from '../openapi-fetch.ts'
import { Feed } from './feed.ts'
import type { Target } from './request.ts'

/** The feeds of each client, by their requests. */
const feedsOf = new WeakMap<Settings, Map<string, Feed>>()

/**
 * A feed for a new watch: that of an equal watch on the same client, or a new one. Equal watches have the same
 * operation, parameters, options and headers. A `fetch`, middleware or a function of the caller may add any headers,
 * such as the token of one user. With these, a watch shares nothing.
 *
 * @returns the feed, and a function for the end of the watch.
 */
export const joinFeed = async (target: Target) => {
  const { source, settings, ...options } = target
  const { operationId, params, base } = source
  const { fetch, middleware, headers = [] } = settings
  const isOwn = fetch || middleware?.length || typeof source.options?.headers === 'function'
  const effective = isOwn ? [] : [...(await mergedHeaders(headers))]
  const key = JSON.stringify([operationId, params, options, effective], (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  const feeds = (!isOwn && feedsOf.get(base)) || new Map<string, Feed>()
  if (!isOwn) feedsOf.set(base, feeds)
  const feed = feeds.get(key) ?? new Feed(target)
  feeds.set(key, feed)
  feed.watches++
  const leave = () => {
    if (--feed.watches > 0) return
    feed.stop()
    feeds.delete(key)
  }
  return [feed, leave] as const
}
