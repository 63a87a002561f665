import type { BrokenServer } from '../server.ts'
import { type CaughtServer, caughtBy } from './caught.ts'

/** A server that waits for changes, but sends each 404 at once, with these headers. */
function withoutWait(name: string, confirmation: Readonly<Record<string, string>>): BrokenServer {
  return {
    operation: 'getOrder',
    name,
    answer: async ({ url, method, headers }, correct) => {
      const target = url.pathname + url.search
      const { prefer: _, ...others } = headers
      const reply = await correct(target, method, others)
      if (reply.status !== 404) return correct(target, method, headers)
      return { ...reply, headers: { ...reply.headers, ...confirmation } }
    },
  }
}

/** Servers that do not wait for an order. */
export const waiting: readonly CaughtServer[] = caughtBy('waiting requests', [
  withoutWait('refuses an unknown order at once', {}),
  withoutWait('confirms a wait for an order, and does not wait', { 'preference-applied': 'wait=1' }),
])
