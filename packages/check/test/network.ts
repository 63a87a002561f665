import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createDatabase,
  createHttp,
  ingest,
  openDatabases,
  operations,
  type Source,
  SqliteWriter,
  WaitingRequests,
} from '@trading-network/server'
import { simulate } from '@trading-network/simulator'
import { Overload } from '../../server/src/overload/protect-service.ts'
import { enriched } from './enriched.ts'

/** A response with its body as text. */
export interface Reply {
  status: number
  headers: Record<string, string>
  text: string
}

/** A simulated network behind our own server, in this process, on a free port. */
export interface SimulatedNetwork {
  readonly origin: string
  get(target: string, method?: string, headers?: Readonly<Record<string, string>>): Promise<Reply>
  /** Lets the network make another block. */
  move(): Promise<void>
  close(): Promise<void>
}

const SEED = 49
const BLOCKS = 120
const MAX_BLOCKS = 1500

interface Surroundings {
  /** True for a history that begins late: it lacks the first block. */
  readonly startsLate?: boolean
  /** The operations of the service; those of the contract when absent. */
  readonly served?: typeof operations
}

/**
 * Makes a network of a few hundred records that show every field.
 *
 * @param assets names of assets that nobody but this network knows; an account holds each
 * @param keep how long ended records stay, in nanoseconds; for ever without it
 */
export async function simulatedNetwork(
  assets: readonly string[] = ['myToken'],
  keep?: bigint,
  { startsLate = false, served = operations }: Surroundings = {},
): Promise<SimulatedNetwork> {
  const folder = mkdtempSync(join(tmpdir(), 'check-'))
  const database = join(folder, 'network.sqlite')
  const blocks = blocksOf(simulate({ seed: SEED, blocks: MAX_BLOCKS, scale: 1 }))
  const next = () => blocks.next().value ?? []
  const lines = Array.from({ length: BLOCKS }, next).flat()
  const writer = new SqliteWriter(createDatabase(database))
  const [first, ...later] = blocksOf(enriched(lines, assets))
  const held = startsLate ? later : [first ?? [], ...later]
  await ingest(sourceOf(held.flat()), writer, { keep, partial: startsLate })
  const network = await openDatabases({ database })
  const app = createHttp({
    operations: served,
    answer: network.answer,
    head: network.head,
    waiting: new WaitingRequests(network, {
      overload: new Overload({ rateLimit: { requests: 1_000_000_000, window: 3_600_000 } }),
    }),
  })
  // The limits of a service are in front of the app, so only a request of a socket meets them.
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  // A busy machine may pause between two requests, and a closed connection is no matter of these tests.
  app.server.keepAliveTimeout = 300_000
  return {
    origin,
    async get(target, method = 'GET', sent = {}) {
      const response = await fetch(origin + target, { method, headers: sent })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      }
    },
    move: async () => {
      await ingest(sourceOf(next()), writer)
    },
    async close() {
      await app.close()
      await network.close()
      writer.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function sourceOf(lines: readonly string[]): Source {
  return {
    name: 'memory',
    bytesRead: () => 0,
    async *records() {
      yield [...lines]
    },
  }
}

function* blocksOf(lines: Iterable<string>): Generator<string[]> {
  let block: string[] = []
  for (const line of lines) {
    block.push(line)
    if (!line.includes('BUS_EVENT_TYPE_END_BLOCK')) continue
    yield block
    block = []
  }
}

/**
 * The same network, with stored responses: it must stand still. Many checks of it cost a fraction of the time. A request
 * that may wait is sent again, since a stored response would come too early.
 */
export function stored(network: SimulatedNetwork): SimulatedNetwork {
  const replies = new Map<string, Reply>()
  let requests = 0
  return {
    ...network,
    async get(target, method = 'GET', sent = {}) {
      requests += 1
      // Others may come while this one waits for its reply.
      const number = requests
      const { 'x-request-id': id, ...others } = sent
      const key = JSON.stringify([target, method, others])
      const known = 'prefer' in sent ? undefined : replies.get(key)
      const reply = known ?? (await network.get(target, method, others))
      replies.set(key, reply)
      const limit = reply.headers['ratelimit-limit']
      const headers = {
        ...reply.headers,
        'x-request-id': id?.match(/^[\w.:/@+=~-]{1,128}$/)?.[0] ?? `id-${number}`,
        ...(limit !== undefined && { 'ratelimit-remaining': String(Number(limit) - number) }),
      }
      return { ...reply, headers }
    },
  }
}
