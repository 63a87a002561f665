import { Readable } from 'node:stream'
import { bytesOf, nameOf, STANDARD_INPUT, sizeOf } from './event-file.ts'
import { findPlace, plainName, type ResumePlace } from './file-place.ts'
import { eventFiles, filesAfter } from './folder.ts'
import { type FollowOptions, growing } from './follow.ts'
import {
  isTruncated,
  recordsOf,
  type Source,
  SourceError,
  type SourceRecord,
  type StoredPlace,
} from './source.ts'

export interface FilesOptions extends FollowOptions {
  /** Waits for more input at the end of the last file, and for new files in a folder. */
  readonly follow?: boolean | undefined
}

/**
 * Opens files and folders as one stream of events, in the given order; `-` is standard input. Files of a folder are
 * ordered by name. A block may begin in one file and end in the next. Detects the format from the content: lines of JSON,
 * responses of the streaming API, an event file; plain, gzip or zstd.
 */
export async function openFiles(paths: readonly string[], options: FilesOptions = {}): Promise<Source> {
  const followed = options.follow ? paths.at(-1) : undefined
  if (followed === STANDARD_INPUT)
    throw new SourceError('standard input is a live feed by itself; leave --follow out')
  const files = (await Promise.all(paths.map(eventFiles))).flat()
  return new Files(files, await Promise.all(files.map(sizeOf)), followed, options)
}

/** Files as one stream. Reading begins at the last stored block, if a file has it at its place. */
class Files implements Source {
  readonly name: string
  readonly size?: number
  /** The paths of all files so far. */
  readonly #files: string[]
  /** Their sizes when they were named; undefined for standard input. */
  readonly #sizes: readonly (number | undefined)[]
  readonly #followed: string | undefined
  readonly #options: FilesOptions
  isLive = false
  #bytes = 0
  /** The place of the file that is read now, and the bytes read of it or skipped. */
  #current = { index: 0, bytes: 0 }

  /** @param followed the file that grows, or the folder that gets more files after the last one; absent for neither */
  constructor(
    files: string[],
    sizes: readonly (number | undefined)[],
    followed: string | undefined,
    options: FilesOptions,
  ) {
    this.name = files.map(nameOf).join(', ')
    this.#files = files
    this.#sizes = sizes
    this.#followed = followed
    this.#options = options
    const known = sizes.flatMap(size => size ?? [])
    if (known.length === files.length) this.size = known.reduce((sum, size) => sum + size, 0)
  }

  bytesRead(): number {
    return this.#bytes
  }

  async bytesBehind(): Promise<number | undefined> {
    const { index, bytes } = this.#current
    const paths = this.#files.slice(index)
    if (paths[0] === STANDARD_INPUT) return undefined
    const last = paths.at(-1) as string
    if (this.#followed !== undefined && this.#followed !== last)
      paths.push(...(await filesAfter(this.#followed, last).catch(() => [])))
    const sizes = await Promise.all(paths.map(path => sizeOf(path).catch(() => 0)))
    // A file that was truncated or replaced may be shorter than what was read of it.
    return Math.max(0, sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) - bytes)
  }

  async *records(stored?: StoredPlace): AsyncGenerator<SourceRecord[]> {
    const start = stored && (await this.#start(stored))
    let cut: SourceError | undefined
    for (let index = start?.index ?? 0; index < this.#files.length; index += 1) {
      const path = this.#files[index] as string
      // The writer of a cut file was killed. Either this one repeats the block, or the missing block stops the ingest.
      const isAfterLoss = cut !== undefined
      if (cut) this.#options.onWarning?.(`${cut.message}; its last record is left out`)
      cut = undefined
      const from = index === start?.index ? start : undefined
      const { offset, records } = from ? (stored as StoredPlace) : { offset: 0, records: 0 }
      const place = { file: path === STANDARD_INPUT ? '' : plainName(path), offset, records }
      this.#current = { index, bytes: from?.isPacked ? 0 : offset }
      const followed = index === this.#files.length - 1 ? this.#followed : undefined
      this.isLive = followed !== undefined || path === STANDARD_INPUT
      yield [{ place, path: this.#files.length === 1 ? undefined : nameOf(path), isAfterLoss }]
      try {
        yield* this.#recordsOf(path, followed, offset, from?.isPacked)
      } catch (error) {
        if (!isTruncated(error)) throw error
        cut = error
      }
    }
    if (cut) throw cut
  }

  /** Finds where reading begins; undefined for the start of the first file. */
  async #start(place: StoredPlace): Promise<ResumePlace | undefined> {
    const found = await findPlace(this.#files, place)
    if (!found) {
      const named = this.#files.find(path => plainName(path) === place.file)
      if (named) this.#options.onWarning?.(`${named} ${CHANGED}`)
      return undefined
    }
    for (const size of this.#sizes.slice(0, found.index)) this.#bytes += size ?? 0
    if (!found.isPacked) this.#bytes += place.offset
    return found
  }

  async *#recordsOf(path: string, followed: string | undefined, offset: number, isPacked = false) {
    const after = isPacked ? offset : 0
    const begin = isPacked ? 0 : offset
    const input =
      followed === undefined ? await bytesOf(path, begin) : Readable.from(this.#grown(followed, path, begin))
    const onBytes = (bytes: number) => {
      this.#bytes += bytes
      this.#current.bytes += bytes
    }
    const { signal } = this.#options
    yield* recordsOf(nameOf(path), input, { signal, after, onBytes })
  }

  /** Reads the last file, and then knows the next one. */
  async *#grown(followed: string, path: string, offset: number): AsyncGenerator<Buffer> {
    const next = yield* growing(followed, path, offset, this.#options)
    if (next !== undefined) this.#files.push(next)
  }
}

const CHANGED =
  'does not have the last stored block at its place: it was truncated, rotated or replaced; it is read from its beginning'
