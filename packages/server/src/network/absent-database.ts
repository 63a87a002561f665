import { setTimeout as wait } from 'node:timers/promises'
import { unavailable } from '../responses/problem.ts'
import { DatabaseError } from '../store/database-error.ts'
import { type Databases, openDatabases } from './databases.ts'
import { type DatabaseState, databaseName, type Network } from './open-network.ts'

/** Interval between attempts to open an unavailable database. Milliseconds. */
const RETRY_MS = 1000

/**
 * Opens databases like {@link openDatabases}, but does not fail. Until they are available, every request is refused
 * with 503, and `warn` is called once for each reason.
 */
export function openLater(databases: Databases): Network {
  const over = new AbortController()
  let network: Network | undefined
  const opened = (): Network => {
    if (!network) throw unavailable(RETRY_MS / 1000)
    return network
  }
  const opening = openUsable(databases, over.signal).then(result => {
    network = result
  })
  return {
    head: leastHeight => opened().head(leastHeight),
    answer: (...request) => opened().answer(...request),
    changes: (since, leastHeight) => opened().changes(since, leastHeight),
    probe: () => opened().probe(),
    databases: () => network?.databases() ?? absent(databases),
    async close() {
      over.abort()
      await opening
      await network?.close()
    },
  }
}

async function openUsable(databases: Databases, signal: AbortSignal): Promise<Network | undefined> {
  let told = ''
  while (!signal.aborted) {
    try {
      return await openDatabases(databases)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (error.message !== told) databases.warn?.(`waiting: ${error.message}`)
      told = error.message
      await wait(RETRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  return undefined
}

function absent({ replicas = [] }: Databases): DatabaseState[] {
  return Array.from({ length: 1 + replicas.length }, (_, index) => ({ name: databaseName(index) }))
}
