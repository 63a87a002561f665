import type { Socket } from 'node:net'
import type { Client } from 'pg'
import { DatabaseError, Unavailable } from '../database-error.ts'
import {
  connect,
  execute,
  NEEDS_A_SESSION,
  query,
  refusesSettings,
  SHOW_PLANNING,
} from '../postgres/connection.ts'

const CONNECT_TIMEOUT_MS = 4_000
/** A server that has not executed a statement after so long is taken for one that is away; milliseconds. */
const STATEMENT_TIMEOUT_MS = 8_000
/** The server ends the connection of a machine that has vanished after half a minute, and its lock with it. */
const KEEP_ALIVE = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 2'

/** The advisory lock of the one process that writes: the bytes TNQA as a number, and a number of ours. */
const WRITER_LOCK = [BigInt(0x54_4e_51_41), 2n]

const BEING_WRITTEN = 'another process writes to it; end that one'
const READ_ONLY = 'it takes no changes; name the primary, and a user who is not set to read only'

/** Another process has the lock. PostgreSQL notices only after a moment that a process has died. */
export class Locked extends DatabaseError {}

/**
 * Connects as the one process that writes to a mirror, and takes the lock.
 *
 * @param stream a socket; destroying it fails the current statement at once
 * @throws Unavailable when the server is away or read only
 */
export async function connectAsWriter(url: string, stream: Socket): Promise<Client> {
  const options = { stream: () => stream, query_timeout: STATEMENT_TIMEOUT_MS }
  const client = await connect(url, CONNECT_TIMEOUT_MS, options).catch(error => {
    throw refusesSettings(error) ? new DatabaseError(NEEDS_A_SESSION) : error
  })
  // A pooler that ignores the settings of a connection would let go of the lock after the first transaction.
  if ((await execute(client, SHOW_PLANNING))[0]?.[0] !== 'off') throw new DatabaseError(NEEDS_A_SESSION)
  // A standby would allow the lock and reads, and refuse the first change.
  if ((await query(client, 'SHOW transaction_read_only'))[0]?.[0] === 'on') throw new Unavailable(READ_ONLY)
  await execute(client, KEEP_ALIVE)
  if ((await query(client, 'SELECT pg_try_advisory_lock(?1, ?2)', WRITER_LOCK))[0]?.[0] !== 1n)
    throw new Locked(BEING_WRITTEN)
  return client
}
