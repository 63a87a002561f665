import type { Client } from 'pg'
import { DatabaseError, Unavailable } from '../database-error.ts'
import { BLOCK_HASHES, type BlockHashes, blockHashesOf, changedHashes } from '../tables/block-hashes.ts'
import { CHECKPOINT, type Checkpoint, checkpointOf, checkpointValues, newRun } from '../tables/checkpoint.ts'
import { isLimited, maxRemoved } from '../tables/retention.ts'
import type { AnyTable } from '../tables/table.ts'
import type { Pass, Writer } from '../tables/writer.ts'
import {
  connect,
  execute,
  isDamaged,
  isFailure,
  NEEDS_A_SESSION,
  query,
  SHOW_PLANNING,
  unusable,
} from './connection.ts'
import { bringToFormat, inTransaction, lockForWriting } from './format.ts'
import { type Changes, KnownRows, type WriterConnection } from './known-rows.ts'
import { PostgresRows } from './rows.ts'

export interface WriterOptions {
  /** Waits until another writer ends. Without it, a second writer is refused. */
  readonly wait?: boolean | undefined
}

const BEING_WRITTEN = 'another process writes to it; end that one, or wait to take its place with --wait'
const READ_ONLY = 'it takes no changes; name the primary, and a user who is not set to read only'
const PUT_HASHES = `INSERT INTO blocks SELECT * FROM unnest(?1::bigint[], ?2::text[])
  ON CONFLICT (height) DO UPDATE SET hashes = excluded.hashes`
const CONNECT_TIMEOUT_MS = 10_000

/** The one writer of a PostgreSQL database: it holds an advisory lock for as long as its connection lives. */
export class PostgresWriter implements Writer, WriterConnection {
  readonly kind = 'postgres'
  readonly #url: string
  readonly #tables: readonly AnyTable[]
  readonly #run = newRun()
  #client: Client
  #rows: PostgresRows

  private constructor(url: string, tables: readonly AnyTable[], client: Client) {
    this.#url = url
    this.#tables = tables
    this.#client = client
    this.#rows = new PostgresRows(client)
  }

  /**
   * Connects, takes the writer's lock, and creates or upgrades the tables.
   *
   * @throws DatabaseError when the connection fails, another process writes, or the format is unknown to this version
   */
  static async open(
    url: string,
    tables: readonly AnyTable[],
    { wait = false }: WriterOptions = {},
  ): Promise<PostgresWriter> {
    return new PostgresWriter(url, tables, await openClient(url, tables, wait))
  }

  async checkpoint(): Promise<Checkpoint | undefined> {
    const rows = await this.run(() => query(this.#client, CHECKPOINT.read))
    return checkpointOf(rows[0])
  }

  async blockHashes(): Promise<BlockHashes[]> {
    return blockHashesOf(await this.run(() => query(this.#client, BLOCK_HASHES.read)))
  }

  begin(stored: Checkpoint): Pass {
    return new KnownRows(this, stored)
  }

  async store(
    changes: Changes,
    checkpoint: Checkpoint,
    before: Checkpoint,
    blocks: readonly BlockHashes[],
  ): Promise<void> {
    const { heights, hashes, prune } = changedHashes(blocks)
    const of = function* (kind: 'puts' | 'removals') {
      for (const [table, rows] of changes) for (const row of rows[kind]) yield [table, row] as const
    }
    const client = this.#client
    try {
      await this.run(stored =>
        inTransaction(client, async () => {
          await stored.names.lookUp(of('removals'))
          for (const [table, { removals }] of changes) await stored.remove(table, removals)
          await stored.names.intern(of('puts'))
          for (const [table, { puts }] of changes) await stored.put(table, puts)
          await query(client, PUT_HASHES, [heights, hashes])
          await query(client, BLOCK_HASHES.prune, prune)
          if (checkpoint.since > 0n) await removeBehind(this.#tables, stored, checkpoint, before)
          await query(client, CHECKPOINT.put, checkpointValues(checkpoint, this.#run))
        }),
      )
    } catch (error) {
      this.#rows.names.forget()
      throw error
    }
  }

  async reopen(): Promise<void> {
    await this.#client.end().catch(() => undefined)
    // A broken connection may hold the lock until the server has noticed.
    this.#client = await openClient(this.#url, this.#tables, true)
    this.#rows = new PostgresRows(this.#client)
  }

  mayPass(error: unknown): boolean {
    return error instanceof Unavailable && !isDamaged(error)
  }

  async close(): Promise<void> {
    // Ends the connection explicitly. Otherwise the server would notice its end only after the next writer starts.
    await execute(this.#client, 'SELECT pg_advisory_unlock_all()').catch(() => undefined)
    await this.#client.end().catch(() => undefined)
  }

  async run<Result>(use: (rows: PostgresRows) => Promise<Result>): Promise<Result> {
    try {
      return await use(this.#rows)
    } catch (error) {
      throw isFailure(error) ? unusable(this.#url, error) : error
    }
  }
}

async function removeBehind(
  tables: readonly AnyTable[],
  stored: PostgresRows,
  { since, events }: Checkpoint,
  before: Checkpoint,
): Promise<void> {
  const max = maxRemoved(events - before.events)
  for (const table of tables.filter(isLimited)) {
    const rows = await stored.behind(table, since, max)
    await stored.names.lookUp(rows.map(row => [table, row]))
    await stored.remove(table, rows)
  }
}

async function openClient(url: string, tables: readonly AnyTable[], wait: boolean): Promise<Client> {
  const client = await connect(url, CONNECT_TIMEOUT_MS)
  try {
    // A pooler that ignores the settings of a connection would let go of the lock after the first transaction.
    if ((await execute(client, SHOW_PLANNING))[0]?.[0] !== 'off') throw new DatabaseError(NEEDS_A_SESSION)
    // A standby would allow the lock and reads, and refuse the first change.
    if ((await query(client, 'SHOW transaction_read_only'))[0]?.[0] === 'on') throw new Unavailable(READ_ONLY)
    if (!(await lockForWriting(client, wait))) throw new DatabaseError(BEING_WRITTEN)
    await bringToFormat(client, tables)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw unusable(url, error)
  }
}
