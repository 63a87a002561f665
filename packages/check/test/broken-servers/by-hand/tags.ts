import type { Reply } from '../../network.ts'
import type { CaughtServer } from './caught.ts'

const unchanged = (reply: Reply): Reply => ({ ...reply, status: 304, text: '' })

/** A server that sends 304 for every tag that it ever gave to the same path and query. */
function remembering(): CaughtServer {
  const given = new Map<string, Set<string>>()
  return {
    name: 'sends 304 for the tag of an earlier state',
    operation: 'listAccounts',
    caughtBy: 'conditional requests',
    moving: true,
    answer: async ({ url, method, headers }, correct) => {
      const target = url.pathname + url.search
      const reply = await correct(target, method, headers)
      const tags = given.get(target) ?? new Set()
      given.set(target, tags.add(reply.headers.etag ?? ''))
      const isKnown = tags.has(headers['if-none-match'] ?? '') && reply.status === 200
      return isKnown ? unchanged(reply) : reply
    },
  }
}

/** Servers whose tags are not those of their responses. */
export const tags: readonly CaughtServer[] = [
  {
    name: 'has one tag for all pages of a path',
    operation: 'listStopOrders',
    caughtBy: 'conditional requests',
    answer: async ({ url, method, headers }, correct) => {
      const reply = await correct(url.pathname + url.search, method, headers)
      const { etag } = (await correct(url.pathname)).headers
      return reply.status === 200 && headers['if-none-match'] === etag ? unchanged(reply) : reply
    },
  },
  remembering(),
]
