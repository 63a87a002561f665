import pg from 'pg'
import { DatabaseError, Unavailable } from '../database-error.ts'
import { redacted } from '../database-url.ts'
import type { SqlValue } from '../reading/reading.ts'
import { prepared } from './prepared-statements.ts'

/** A connection, either single or from a pool. */
export type Connection = pg.ClientBase

export type Parameter = SqlValue | readonly SqlValue[]

const BOOL = 16
const BYTEA = 17
const INT8 = 20
const INT2 = 21
const INT4 = 23

const bytes = pg.types.getTypeParser(BYTEA)

/** Makes `pg` return SQLite's types: bigint for integers and booleans, a Buffer for bytes, else text. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [BOOL]: text => (text === 't' ? 1n : 0n),
  [BYTEA]: text => bytes(text),
  [INT8]: BigInt,
  [INT2]: BigInt,
  [INT4]: BigInt,
}

/**
 * A page is one index range per combination of filter values, merged in order (decision 3). The planner cannot know
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

/** Returns the settings of connections to this database. Settings in the URL take precedence. */
export function connectionConfig(url: string, timeoutMs: number): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'trading-network',
    options: PLANNING.map(setting => `-c ${setting}=off`).join(' '),
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    types: { getTypeParser: oid => parsers[oid] ?? restored } as pg.CustomTypesConfig,
  }
}

export async function connect(url: string, timeoutMs: number): Promise<pg.Client> {
  try {
    const client = new pg.Client(connectionConfig(url, timeoutMs))
    // The next query reports a connection that broke while idle.
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (cause) {
    throw unusable(url, cause)
  }
}

/** Describes a database failure for people. Returns {@link Unavailable} when a retry may succeed. */
export function unusable(url: string, cause: unknown): DatabaseError {
  const passing = cause instanceof Unavailable || isUnavailable(cause)
  const advice = ADVICE[codeOf(cause)]
  const message = `${redacted(url)} cannot be used: ${messageOf(cause)}${advice ? `; ${advice}` : ''}`
  return passing ? new Unavailable(message, { cause }) : new DatabaseError(message, { cause })
}

/** Advice for a failure, by PostgreSQL's code. */
const ADVICE: Readonly<Record<string, string>> = {
  '25006': 'name the primary, and a user who is not set to read only',
  '42501': 'grant its user what is missing, or make that user the owner of the database',
  '53100': 'make room on its disk',
  XX001: 'it is damaged; restore a backup, or ingest the events into a new one',
  XX002: 'an index is damaged; REINDEX the database',
}

/** Returns true for a failure of the database, false for a defect of the program. */
export function isFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError || error instanceof Unavailable
}

/** Returns true when files of the database are damaged. Another database may work, but this one stays damaged. */
export function isDamaged(error: unknown): boolean {
  return /^XX00[12]$/.test(codeOf(error))
}

/** Returns true when a statement failed only because an earlier one of its transaction had failed. */
export function isOfAnother(error: unknown): boolean {
  return codeOf(error) === '25P02'
}

/** Returns the code of a failure or of its cause; '' when there is none. */
function codeOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) return error.code ?? ''
  return error instanceof DatabaseError ? codeOf(error.cause) : ''
}

/** `pg` reports refused connections to several addresses of a host as one error without a message. */
function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}

/** Runs a statement with placeholders `?1`, `?2`, ... Most statements are prepared once per connection. */
export async function query(
  client: Connection,
  text: string,
  values: readonly Parameter[] = [],
): Promise<unknown[][]> {
  const parameters = values.map(value => (Array.isArray(value) ? value.map(storable) : storable(value)))
  const statement = { ...prepared(client, text), values: parameters, rowMode: 'array' as const }
  return asked(async () => (await client.query<unknown[]>(statement)).rows)
}

/** Runs one or more statements without parameters. Returns the rows of the last one. */
export async function execute(client: Connection, text: string): Promise<unknown[][]> {
  return asked(async () => {
    const results = await client.query<unknown[]>({ text, rowMode: 'array' })
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

/** PostgreSQL text cannot contain a zero character. Two private characters replace it and themselves. */
const ESCAPE = '\uE000'
const ZERO = '\uE001'

function storable(value: SqlValue | readonly SqlValue[]): unknown {
  if (typeof value !== 'string' || (!value.includes('\u0000') && !value.includes(ESCAPE))) return value
  return value.replaceAll(ESCAPE, ESCAPE + ESCAPE).replaceAll('\u0000', ESCAPE + ZERO)
}

function restored(text: string): string {
  if (!text.includes(ESCAPE)) return text
  return text.replaceAll(/\uE000([\uE000\uE001])/g, (_, kind: string) => (kind === ZERO ? '\u0000' : ESCAPE))
}

/** Classes: connection, resources, intervention, system error, internal error, conflict with recovery on a standby. */
const PASSING = /^(08|53|57|58|XX|40)/
/** No table, database or entry: the standby lags behind. Read only: the standby is about to become the primary. */
const NOT_YET = new Set(['42P01', '3D000', '28000', '25006'])

/** Returns true when the database is unavailable now. A failure without a code comes from the connection. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? ''
    return PASSING.test(code) || NOT_YET.has(code)
  }
  return error instanceof Error && !(error instanceof TypeError) && !(error instanceof DatabaseError)
}
