import { redacted } from '../store/database-url.ts'
import type { PostgresReader } from '../store/postgres/reader.ts'

/** The limits that a new connection meets. A negative one is no limit. */
const LIMITS = `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true), '0')::int,
  (SELECT datconnlimit FROM pg_database WHERE datname = current_database()),
  (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user)`

const NAMES = ['the server (max_connections)', 'the database', 'the role']

/**
 * Compares the connections that all processes of the service may open with the limits of each server. A service with
 * fewer works, but other users of the server may find no connection.
 *
 * @param connections maximum number of connections per process and database
 */
export async function warnOfLimits(
  readers: readonly PostgresReader[],
  { processes, connections }: { readonly processes: number; readonly connections: number },
  warn: (message: string) => void,
): Promise<void> {
  for (const [server, [first, ...others]] of Map.groupBy(readers, ({ url }) => new URL(url).host)) {
    if (!first) continue
    // A database that is unavailable now has had a warning already.
    const [limits = []] = await first.ask(LIMITS).catch(() => [])
    const wanted = processes * connections * (1 + others.length)
    for (const [index, limit] of limits.entries()) {
      if (Number(limit) < 0 || wanted <= Number(limit)) continue
      const sum = `${processes} × ${connections} connections × ${1 + others.length}`
      const text = `${wanted} connections (processes × --connections × databases: ${sum})`
      warn(
        `${redacted(first.url)}: ${NAMES[index]} allows ${limit} connections at ${server}, less than ${text}; ` +
          'the service shares those it gets',
      )
    }
  }
}
