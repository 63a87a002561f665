import type { BlockHashes } from './block-hashes.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Rows } from './rows.ts'

/** One attempt to store a batch of whole blocks: the rows that the events read and change, and their commit. */
export interface Pass extends Rows {
  /**
   * Fetches rows that the events have read and that were not there yet, and discards all changes. Returns false if all
   * were there. Otherwise the events must be applied again.
   */
  repeat(): boolean | Promise<boolean>
  /** Stores the changes, the hashes of the blocks and the checkpoint in one transaction. */
  commit(checkpoint: Checkpoint, blocks: readonly BlockHashes[]): void | Promise<void>
  rollback(): void
}

export interface Writer {
  readonly kind: 'sqlite' | 'postgres'
  /** Returns the checkpoint; undefined before the first block. */
  checkpoint(): Checkpoint | undefined | Promise<Checkpoint | undefined>
  blockHashes(): BlockHashes[] | Promise<BlockHashes[]>
  /**
   * Begins to store a batch.
   *
   * @param stored the checkpoint before it
   * @throws DatabaseError when another process has stored blocks since
   */
  begin(stored: Checkpoint): Pass
  /** Returns true for a failure that a retry may fix: the database restarts, or the network is broken. */
  mayPass(error: unknown): boolean
  /** Makes a new connection after one has broken, and takes the writer's lock again. */
  reopen(): Promise<void>
  close(): void | Promise<void>
}
