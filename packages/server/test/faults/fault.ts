import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from '../command.ts'
import { column } from '../contents.ts'

/** A fault of an ingest. */
export interface Fault {
  /** The first cell of its row in the guide, which describes the symptoms. */
  readonly name: string
  /** Distinguishes several faults of one row. */
  readonly variant?: string
  /** The exit code of the ingest, if it fails; default 1. */
  readonly code?: number
  /** False if the events of a block are missing from the database for good. */
  readonly mends?: boolean
  /** Causes the fault. */
  bring(scene: Scene): Meeting | Promise<Meeting>
}

/** The state before a fault: a database in the middle of a stream. */
export interface Scene {
  /** Path of the file. */
  readonly database: string
  /** A folder of its own. */
  readonly folder: string
  /** The lines of each block of the stream; the chain's first block has index 0. */
  readonly blocks: readonly (readonly string[])[]
  /** Number of stored blocks. */
  readonly stored: number
  /** Writes a file into the folder, and returns its path. */
  file(name: string, content: string | Uint8Array | readonly (readonly string[])[]): string
}

/** The ingest with the fault. */
interface Meeting {
  /** The file to ingest. */
  readonly events: string
  /** Additional options of `ingest`. */
  readonly options?: readonly string[]
  /** Options of Node, and a command that runs the ingest. Without these and `meanwhile`, it runs in the process of the test. */
  readonly node?: readonly string[]
  readonly within?: readonly string[]
  /** Runs during the ingest. */
  meanwhile?(command: Command): Promise<unknown>
  /** Removes the fault, and nothing else. */
  mend?(): void | Promise<void>
}

/** Waits until a database has reached a block. */
export async function untilStored(database: string, height: number): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; await wait(50)) {
    if ((await column(database, 'checkpoint', 'height')).includes(String(height))) return
    if (Date.now() > deadline) throw new Error(`block ${height} is not stored`)
  }
}
