import pg from 'pg'
import { DatabaseError, Unavailable } from '../database-error.ts'
import { redacted } from '../database-url.ts'
import type { SqlValue } from '../reading/reading.ts'
import { prepared } from './prepared-statements.ts'

/** A connection, alone or of a pool. */
export type Connection = pg.ClientBase

/** What `pg` is given as the value of a parameter. */
export type Parameter = SqlValue | readonly SqlValue[]

const BOOL = 16
const BYTEA = 17
const INT8 = 20
const INT2 = 21
const INT4 = 23

const bytes = pg.types.getTypeParser(BYTEA)

/** Values arrive as SQLite gives them: integers and truths as bigint, bytes as a Buffer, all else as text. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [BOOL]: text => (text === 't' ? 1n : 0n),
  [BYTEA]: text => bytes(text),
  [INT8]: BigInt,
  [INT2]: BigInt,
  [INT4]: BigInt,
}

/**
 * A page is one index range per combination of filter values, merged in order (decision 3). The planner, which cannot
 * know the values of interned names ahead, is kept from reading all that matches and sorting it.
 */
const PLANNING = [
  'enable_seqscan',
  'enable_bitmapscan',
  'enable_sort',
  'enable_hashjoin',
  'enable_mergejoin',
  'jit',
]

/** How connections to this database are made. Anything the URL says stands. */
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

/** Opens one connection. */
export async function connect(url: string, timeoutMs: number): Promise<pg.Client> {
  try {
    const client = new pg.Client(connectionConfig(url, timeoutMs))
    // A connection that breaks while nothing is asked of it is noticed by the next question.
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (cause) {
    throw unusable(url, cause)
  }
}

/** The failure of a database as a person may read it; {@link Unavailable} when it may pass. */
export function unusable(url: string, cause: unknown): DatabaseError {
  const passing = cause instanceof Unavailable || isUnavailable(cause)
  const advice = ADVICE[codeOf(cause)]
  const message = `${redacted(url)} cannot be used: ${messageOf(cause)}${advice ? `; ${advice}` : ''}`
  return passing ? new Unavailable(message, { cause }) : new DatabaseError(message, { cause })
}

/** What to do about a failure, by PostgreSQL's code. */
const ADVICE: Readonly<Record<string, string>> = {
  '25006': 'name the primary, and a user who is not set to read only',
  '42501': 'grant its user what is missing, or make that user the owner of the database',
  '53100': 'make room on its disk',
  XX001: 'it is damaged; restore a backup, or ingest the events into a new one',
  XX002: 'an index is damaged; REINDEX the database',
}

/** Whether it was the database that failed, and not the program. */
export function isFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError || error instanceof Unavailable
}

/** Whether files of the database are damaged: another one may answer, but this one stays as it is. */
export function isDamaged(error: unknown): boolean {
  return /^XX00[12]$/.test(codeOf(error))
}

/** Whether a statement was refused only because another one of the same transaction had failed. */
export function isOfAnother(error: unknown): boolean {
  return codeOf(error) === '25P02'
}

/** The code of a failure, or of what caused it; '' when there is none. */
function codeOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) return error.code ?? ''
  return error instanceof DatabaseError ? codeOf(error.cause) : ''
}

/** Refused connections to several addresses of a host come as one error without a message. */
function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join('; ')
  return cause instanceof Error ? cause.message : String(cause)
}

/** Runs a statement with placeholders `?1`, `?2`, ...; as a rule it is prepared once on each connection. */
export async function query(
  client: Connection,
  text: string,
  values: readonly Parameter[] = [],
): Promise<unknown[][]> {
  const parameters = values.map(value => (Array.isArray(value) ? value.map(storable) : storable(value)))
  const statement = { ...prepared(client, text), values: parameters, rowMode: 'array' as const }
  return asked(async () => (await client.query<unknown[]>(statement)).rows)
}

/** Runs statements without parameters, several in one go; gives the rows of the last. */
export async function execute(client: Connection, text: string): Promise<unknown[][]> {
  return asked(async () => {
    const results = await client.query<unknown[]>({ text, rowMode: 'array' })
    // Several statements have several results, whatever the types say.
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

/** PostgreSQL has no text with a zero character; two private ones stand for it and for themselves. */
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

/** No connection, resources, intervention, system error, internal error, a conflict with what a standby receives. */
const PASSING = /^(08|53|57|58|XX|40)/
/** No table, no database, no entry: a standby that has not come that far yet. Read only: one that becomes the primary. */
const NOT_YET = new Set(['42P01', '3D000', '28000', '25006'])

/** Whether a failure of `pg` says that the database cannot answer now; one without a code is of the connection. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? ''
    return PASSING.test(code) || NOT_YET.has(code)
  }
  return error instanceof Error && !(error instanceof TypeError) && !(error instanceof DatabaseError)
}
