import type { Checkpoint } from './checkpoint.ts'
import type { AnyTable } from './table.ts'
import type { AnyRow } from './writer.ts'

/** The rows that ingest needs before it can continue. */
export interface Wanted {
  /** Keys of rows. Ingest needs their kept columns. */
  readonly keys: ReadonlyMap<AnyTable, readonly AnyRow[]>
  /** Values of columns. Ingest needs all columns of every row that has them. */
  readonly sets: ReadonlyMap<AnyTable, readonly AnyRow[]>
}

/** The rows that the database has, in the order of the request. */
export interface Fetched {
  readonly keys: ReadonlyMap<AnyTable, readonly (AnyRow | undefined)[]>
  readonly sets: ReadonlyMap<AnyTable, readonly (readonly AnyRow[])[]>
}

/** The changes of a batch of whole blocks. */
export interface Changes {
  readonly puts: ReadonlyMap<AnyTable, readonly AnyRow[]>
  /** Keys of the rows to remove. */
  readonly removals: ReadonlyMap<AnyTable, readonly AnyRow[]>
}

/** The writer of a database behind a socket. Each call handles many rows. */
export interface BulkWriter {
  /** Returns the checkpoint; undefined before the first block. */
  checkpoint(): Promise<Checkpoint | undefined>
  fetch(wanted: Wanted): Promise<Fetched>
  /** Writes the changes and the checkpoint in one transaction. */
  commit(changes: Changes, checkpoint: Checkpoint): Promise<void>
  /** Makes a new connection after one has broken, and takes the writer's lock again. */
  reopen(): Promise<void>
  /** Returns true for a failure that a retry may fix: the database restarts, or the network is broken. */
  mayPass(error: unknown): boolean
  close(): Promise<void>
}
