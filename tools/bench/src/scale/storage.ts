import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWriter } from '@trading-network/server'
import { megabytes } from '../report.ts'
import type { StatusLine } from '../status-line.ts'
import { type Seeding, seed } from './seeding.ts'

/** What a network of scale 1 takes with its log while it is written, measured and rounded up; bytes. */
const BYTES = 24e9

/** A database of a scale, and how seeding it went: in this run, or in the one that made it. */
export interface Seeded {
  readonly scale: number
  readonly database: string
  readonly seeding: Seeding
}

/** Where seeded databases lie: a folder, in which each scale has a file that a later run finds again. */
export class Storage {
  readonly #folder: string
  readonly #made: string[] = []

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
  }

  /**
   * The SQLite databases of these scales, seeded unless they are there.
   *
   * @throws Error when there is no room for those that are not
   */
  async databases(scales: readonly number[], status: StatusLine): Promise<Seeded[]> {
    const missing = scales.filter(scale => !existsSync(this.#notes(scale)))
    requireRoom(
      this.#folder,
      missing.reduce((sum, scale) => sum + scale * BYTES, 0),
    )
    const seeded: Seeded[] = []
    for (const scale of scales) seeded.push(await this.#database(scale, status))
    return seeded
  }

  /** Removes what this run has made. */
  remove(): void {
    for (const path of this.#made) {
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
    }
  }

  /** The notes are written last: a database without them is one whose seeding was cut off, and goes on. */
  async #database(scale: number, status: StatusLine): Promise<Seeded> {
    const database = join(this.#folder, `scale-${scale}.sqlite`)
    const notes = this.#notes(scale)
    if (existsSync(notes)) {
      // An older version of the service may have made it; who writes brings it to the format of this one.
      await (await openWriter(database)).close()
      return { scale, database, seeding: JSON.parse(readFileSync(notes, 'utf8')) as Seeding }
    }
    this.#made.push(database, notes)
    const seeding = await seed(database, scale, status)
    writeFileSync(notes, JSON.stringify(seeding))
    return { scale, database, seeding }
  }

  #notes(scale: number): string {
    return join(this.#folder, `scale-${scale}.json`)
  }
}

function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= bytes) return
  const free = `${megabytes(bavail * bsize)} are free in ${folder}`
  throw new Error(`seeding takes ${megabytes(bytes)}, ${free}; give another --directory or a smaller --scale`)
}
