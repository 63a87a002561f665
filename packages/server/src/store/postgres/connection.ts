import pg from 'pg'
import { DatabaseError, Unavailable } from '../database-error.ts'
import { redacted } from '../database-url.ts'
import type { SqlValue } from '../reading/reading.ts'
import { parserOf, storable } from './columns.ts'
import { prepared } from './prepared-statements.ts'

/** A connection, either single or from a pool. */
export type Connection = pg.ClientBase

export type Parameter = SqlValue | readonly string[]

/**
 * A page is one index range per combination of filter values, merged in order (decision 1). The planner cannot know
 * the values of interned names in advance. These settings stop it from reading and sorting all matching rows.
 */
const PLANNING = [
  'enable_seqscan',
  'enable_bitmapscan',
  'enable_sort',
  'enable_hashjoin',
  'enable_mergejoin',
  'jit',
]

/** Makes the planner settings of a transaction, on a connection that does not keep them. */
export const SET_PLANNING = `SELECT ${PLANNING.map(name => `set_config('${name}', 'off', true)`).join(', ')}`

/** Returns `off` on a connection that has the planner settings. */
export const SHOW_PLANNING = `SELECT current_setting('${PLANNING[0]}')`

/** Returns the settings of connections to this database. Settings in the URL take precedence. */
export function connectionConfig(url: string, timeoutMs: number): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'trading-network',
    options: PLANNING.map(setting => `-c ${setting}=off`).join(' '),
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    // Then the system notices within 20 s that the machine of the server has vanished.
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf } as pg.CustomTypesConfig,
  }
}

/** Returns true if a pooler such as PgBouncer does not accept settings of a connection. */
export function refusesSettings(error: unknown): boolean {
  return error instanceof Error && /unsupported (startup parameter|options startup)/.test(error.message)
}

/** Returns true if the server, the database or the role has as many connections as it may have. */
export function isFull(error: unknown): boolean {
  return (
    codeOf(error) === '53300' ||
    (error instanceof Error && error.message.includes('no more connections allowed'))
  )
}

/** @param options further ones of `pg`, in place of those of this service */
export async function connect(
  url: string,
  timeoutMs: number,
  options: pg.ClientConfig = {},
): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionConfig(url, timeoutMs), ...options })
  // The next query reports a connection that broke while idle.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Describes a database failure for people. Returns {@link Unavailable} when a retry may succeed. */
export function unusable(url: string, cause: unknown): DatabaseError {
  const passing = cause instanceof Unavailable || isUnavailable(cause)
  const advice = refusesSettings(cause) ? NEEDS_A_SESSION : ADVICE[codeOf(cause)]
  const message = `${redacted(url)} cannot be used: ${messageOf(cause)}${advice ? `; ${advice}` : ''}`
  return passing ? new Unavailable(message, { cause }) : new DatabaseError(message, { cause })
}

/** Poolers hand out a connection per transaction. Ingest holds a lock as long as its connection lives. */
export const NEEDS_A_SESSION =
  'this is a pooler, and the command needs a session of its own: name PostgreSQL itself'

/** Advice for a failure, by PostgreSQL's code. */
const ADVICE: Readonly<Record<string, string>> = {
  '25006': 'name the primary, and a user who is not set to read only',
  '42501': 'grant its user the missing permission, or make that user the owner of the database',
  '53100': 'make room on its disk',
  '53300': 'lower --connections, or raise the limit of the role, of the database or max_connections',
  XX001: 'it is damaged; empty the database, and ingest restores it',
  XX002: 'an index is damaged; REINDEX the database',
}

/** Returns true when files of the database are damaged. Another database may work, but this one stays damaged. */
export function isDamaged(error: unknown): boolean {
  return /^XX00[12]$/.test(codeOf(error))
}

export function isDenied(error: unknown): boolean {
  return codeOf(error) === '42501'
}

/** Returns the code of a failure or of its cause; '' when there is none. */
function codeOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) return error.code ?? ''
  return error instanceof DatabaseError ? codeOf(error.cause) : ''
}

/** `pg` reports refused connections to several addresses of a host as one error without a message. */
export function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join('; ')
  const message = cause instanceof Error ? cause.message : String(cause)
  return message === 'Query read timeout' ? 'it has not answered in time' : message
}

/** Runs a statement with placeholders `?1`, `?2`, ... It is prepared once per connection. */
export async function query(
  client: Connection,
  text: string,
  values: readonly Parameter[] = [],
): Promise<unknown[][]> {
  const statement = { ...prepared(text), values: values.map(sent), rowMode: 'array' } as const
  return asked(async () => (await client.query<unknown[]>(statement)).rows)
}

/** Returns the form in which `pg` sends a value. Texts go as a JSON array, since `pg` takes long for its own form. */
export function sent(value: Parameter): unknown {
  if (Array.isArray(value)) return JSON.stringify(value.map(storable))
  return typeof value === 'string' ? storable(value) : value
}

/**
 * Runs one or more statements without parameters. Returns the rows of the last one.
 *
 * @param timeoutMs in place of the timeout of the connection
 */
export async function execute(client: Connection, text: string, timeoutMs?: number): Promise<unknown[][]> {
  return asked(async () => {
    const limit = timeoutMs !== undefined && { query_timeout: timeoutMs }
    const results = await client.query<unknown[]>({ text, rowMode: 'array', ...limit })
    // Several statements return an array of results, although the types do not say so.
    return [results].flat().at(-1)?.rows ?? []
  })
}

async function asked<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (cause) {
    if (isUnavailable(cause)) throw new Unavailable(messageOf(cause), { cause })
    throw cause
  }
}

/** Classes: connection, resources, intervention, system error, internal error, conflict with recovery on a standby. */
const PASSING = /^(08|53|57|58|XX|40)/
/** No table, database or entry: the standby lags behind. Read only: the standby is about to become the primary. */
const NOT_YET = new Set(['42P01', '3D000', '28000', '25006'])

/** Returns true when the database is unavailable now. A failure without a code comes from the connection. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? ''
    return PASSING.test(code) || NOT_YET.has(code)
  }
  return error instanceof Error && !(error instanceof TypeError) && !(error instanceof DatabaseError)
}
