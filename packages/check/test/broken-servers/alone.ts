import type { CaughtServer } from './by-hand/caught.ts'
import { generatedServers } from './index.ts'

/**
 * A kind of generated server for each check that no server made by hand is for: the check must find it without the
 * others. The contract decides which operation has it, and which status a header.
 */
export const ALONE: Readonly<Record<string, string>> = {
  records: 'has the same everywhere for stakeLinkings.edges[].node.party',
  'newest first': 'has another default for pagination.newestFirst',
  'parameter combinations': 'ignores filter.accountTypes beside filter.assetId',
  'letter case': 'distinguishes the letter case of filter.marketIds',
  'derived parties': 'ignores includeDerivedParties',
  'triggered orders': 'has the same everywhere for order.side',
  'repeated parameter': 'takes the last of several marketId',
  'conditional requests': 'sends 304 for any If-None-Match',
  'waiting requests': 'does not wait for a change',
  'block heights': 'ignores X-Min-Block-Height',
  'HEAD requests': 'sends HEAD as text',
  'rate limit': 'has a constant RateLimit-Remaining of a ',
  'request ids': 'has a constant X-Request-Id of a ',
}

/** The generated servers that one check must find on its own. */
export const aloneServers: readonly CaughtServer[] = Object.entries(ALONE).flatMap(([caughtBy, name]) => {
  const server = generatedServers.find(each => each.name.startsWith(name))
  return server ? [{ ...server, caughtBy }] : []
})
