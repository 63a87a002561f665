import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from '../command.ts'
import { column } from '../contents.ts'

/** Something that goes wrong with an ingest. */
export interface Fault {
  /** The first cell of its row in the guide, which says what is seen. */
  readonly name: string
  /** Tells several of one row apart. */
  readonly variant?: string
  /** Brings it about. */
  bring(scene: Scene): Meeting | Promise<Meeting>
}

/** What there is before a fault: a database that stands in the middle of a stream. */
export interface Scene {
  /** Path or URL. */
  readonly database: string
  /** A folder of its own. */
  readonly folder: string
  /** The lines of each block of the stream, the chain's first being at 0. */
  readonly blocks: readonly (readonly string[])[]
  /** So many of them are stored. */
  readonly stored: number
  /** Writes a file into the folder; gives its path. */
  file(name: string, content: string | Uint8Array | readonly (readonly string[])[]): string
}

/** How an ingest meets the fault. */
export interface Meeting {
  /** The file to ingest. */
  readonly events: string
  /** Options of `ingest` besides. */
  readonly options?: readonly string[]
  /** Options of Node, and a command that the ingest is run by. */
  readonly node?: readonly string[]
  readonly within?: readonly string[]
  /** What happens meanwhile. */
  meanwhile?(command: Command): Promise<unknown>
  /** Takes the fault away, and nothing else. */
  mend?(): void | Promise<void>
}

/** Waits until a database stands at a block. */
export async function untilStored(database: string, height: number): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; await wait(50)) {
    if ((await column(database, 'checkpoint', 'height')).includes(String(height))) return
    if (Date.now() > deadline) throw new Error(`block ${height} is not stored`)
  }
}
