import type { Settings } from '../config.ts'
import { mergedHeaders } from '../openapi-fetch.ts'
import { Feed } from './feed.ts'
import type { Target } from './request.ts'

/** A feed, and the number of its watches. */
interface Shared {
  readonly feed: Feed
  watches: number
}

/** The feeds of each client that have watches, by their requests. */
const feedsOf = new WeakMap<Settings, Map<string, Shared>>()

/**
 * A feed for a new watch: that of an equal watch on the same client, or a new one. Equal watches have the same
 * operation, parameters, options and headers.
 *
 * Nobody knows which headers a `fetch`, middleware or a function of the caller will add, such as the token of one user.
 * With these, a watch shares nothing.
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
  const feeds = (!isOwn && feedsOf.get(base)) || new Map<string, Shared>()
  if (!isOwn) feedsOf.set(base, feeds)
  const shared = feeds.get(key) ?? { feed: new Feed(target), watches: 0 }
  feeds.set(key, shared)
  shared.watches++
  const leave = () => {
    if (--shared.watches > 0) return
    shared.feed.stop()
    feeds.delete(key)
  }
  return [shared.feed, leave] as const
}
