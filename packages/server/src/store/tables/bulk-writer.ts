import type { Checkpoint } from './checkpoint.ts'
import type { AnyTable } from './table.ts'
import type { AnyRow } from './writer.ts'

/** What ingest asks for before it can go on. */
export interface Wanted {
  /** Keys of which the kept columns are wanted. */
  readonly keys: ReadonlyMap<AnyTable, readonly AnyRow[]>
  /** Values of which all rows that have them are wanted, whole. */
  readonly sets: ReadonlyMap<AnyTable, readonly AnyRow[]>
}

/** What was there, in the order in which it was asked for. */
export interface Fetched {
  readonly keys: ReadonlyMap<AnyTable, readonly (AnyRow | undefined)[]>
  readonly sets: ReadonlyMap<AnyTable, readonly (readonly AnyRow[])[]>
}

/** What a batch of whole blocks changes. */
export interface Changes {
  readonly puts: ReadonlyMap<AnyTable, readonly AnyRow[]>
  /** Keys of the rows to take away. */
  readonly removals: ReadonlyMap<AnyTable, readonly AnyRow[]>
}

/** What ingest needs of a database behind a socket: many rows at a time. */
export interface BulkWriter {
  /** How far the database has come; undefined before the first block. */
  checkpoint(): Promise<Checkpoint | undefined>
  fetch(wanted: Wanted): Promise<Fetched>
  /** Writes the changes and the checkpoint in one transaction. */
  commit(changes: Changes, checkpoint: Checkpoint): Promise<void>
  /** Makes a new connection after one has broken, and is the one writer again. */
  reopen(): Promise<void>
  /** Whether a failure may pass: the database restarts, or the way there is broken. */
  mayPass(error: unknown): boolean
  close(): Promise<void>
}
