import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PageInfo } from '@trading-network/types'
import { createHttp, type HttpOptions } from '../src/http/app.ts'
import { type WaitingOptions, WaitingRequests } from '../src/http/waiting-requests.ts'
import { ingest } from '../src/ingest/ingest.ts'
import { openWriter } from '../src/ingest/open-writer.ts'
import type { IngestOptions, Progress } from '../src/ingest/options.ts'
import type { Source, SourceRecord } from '../src/ingest/source.ts'
import { type Databases, openDatabases, operations } from '../src/network/open-network.ts'
import { Readiness, type ReadinessOptions } from '../src/network/readiness.ts'
import { Overload } from '../src/overload/protect-service.ts'
import { isPostgres } from '../src/store/database-url.ts'
import { apiOf, Refused } from './api.ts'
import { atEnd } from './at-end.ts'
import { newDatabase } from './database.ts'
import { ingestMirrored } from './postgres/mirrored.ts'
import { requireBody } from './recorder/recorded.ts'

/** Returns lines in memory as a source of events. */
export function sourceOf(lines: Iterable<string>): Source {
  return {
    name: 'memory',
    bytesRead: () => 0,
    async *records() {
      yield [...lines]
    },
  }
}

/** Returns the lines of a batch of records. */
export function textsOf(records: readonly SourceRecord[]): string[] {
  return records.filter(record => typeof record === 'string')
}

/** Ingests lines or a source into a database; into PostgreSQL by a file of which it is the mirror. */
export async function ingestInto(
  database: string,
  from: Iterable<string> | Source,
  options: IngestOptions = {},
): Promise<Progress> {
  const source = 'bytesRead' in from ? from : sourceOf(from)
  if (isPostgres(database)) return ingestMirrored(database, source, options)
  const writer = openWriter(database)
  try {
    return await ingest(source, writer, options)
  } finally {
    writer.close()
  }
}

/** The response to a request. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads into whatever came
  readonly body: any
}

/** Options of all parts of a service. */
type Served = Partial<HttpOptions> & Partial<Databases> & Partial<WaitingOptions> & ReadinessOptions

/**
 * Serves a database in this process and without a port, until the end of the test or of the file. Every response of `get`
 * is checked against the contract.
 */
export async function opened(database: string, options: Served = {}) {
  const network = await openDatabases({ ...options, database })
  const { answer, head } = network
  const overload = options.overload ?? new Overload(options)
  const waiting = new WaitingRequests(network, { ...options, overload })
  const readiness = new Readiness(network, options)
  const ready = () => readiness.check()
  const app = createHttp({ operations, answer, head, ready, waiting, ...options, overload })
  const close = atEnd(() => app.close().then(() => network.close()))
  const get = async (
    path: string,
    method: 'GET' | 'POST' = 'GET',
    sent: Record<string, string> = {},
  ): Promise<Reply> => {
    const { statusCode, headers, body } = await app.inject({ method, url: path, headers: sent })
    if (statusCode === 304) return { status: statusCode, headers, body }
    const json: unknown = JSON.parse(body)
    if (path !== '/ready') await requireBody(path, statusCode, json)
    return { status: statusCode, headers, body: json }
  }
  const listen = () => app.listen({ host: '127.0.0.1', port: 0 })
  return { database, network, waiting, readiness, app, get, client: apiOf(operations, get), listen, close }
}

/** A server over its own database with these lines. */
export async function running(lines: Iterable<string>, options: IngestOptions = {}) {
  const { database, release } = await newDatabase()
  await ingestInto(database, lines, options)
  const server = await opened(database)
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= server.close().then(release)
    return closed
  }
  atEnd(close)
  return {
    ...server,
    /** Ingests more lines while the server runs. */
    more: async (lines: Iterable<string>, options?: IngestOptions): Promise<void> => {
      // Requests of one turn of the event loop share a snapshot, for whose end the close of a writer waits.
      await nextTurn()
      await ingestInto(database, lines, options)
      await nextTurn()
    },
    close,
  }
}

export type Running = Awaited<ReturnType<typeof running>>

interface Page<Node> {
  readonly edges: readonly { readonly node: Node; readonly cursor: string }[]
  readonly pageInfo: PageInfo
}

/** The records of a page. */
export function nodes<Node>({ edges }: Page<Node>): Node[] {
  return edges.map(({ node }) => node)
}

/** Returns the parameters that a 400 of this call lists. */
export async function refusedFields(call: PromiseLike<unknown>): Promise<string[]> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Refused) || error.status !== 400)
    throw new Error('not refused with 400', { cause: error })
  return error.details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field))
}
