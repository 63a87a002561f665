import { type EventFile, eventFile, sizeOf } from './event-file.ts'
import { findPlace, plainName, type ResumePlace } from './file-place.ts'
import { eventFiles, filesAfter } from './folder.ts'
import { type FollowOptions, follow } from './follow.ts'
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
  if (followed === '-') throw new SourceError('standard input is a live feed by itself; leave --follow out')
  const names = (await Promise.all(paths.map(eventFiles))).flat()
  const first = followed === undefined ? undefined : names.pop()
  const files: EventFile[] = []
  for (const name of names) files.push(await eventFile(name))
  if (followed === undefined || first === undefined) return new Files(files, [], options)
  const growing = follow(followed, first, options)
  const folder = followed === first ? undefined : followed
  return new Files([...files, (await growing.next()).value as EventFile], growing, options, folder)
}

/** Files as one stream. Reading begins at the last stored block, if a file has it at its place. */
class Files implements Source {
  readonly name: string
  readonly size?: number
  /** All files so far. */
  readonly #files: EventFile[]
  readonly #following: Iterable<EventFile> | AsyncIterable<EventFile>
  readonly #options: FilesOptions
  readonly #folder: string | undefined
  isLive = false
  #bytes = 0
  /** The place of the file that is read now, and the bytes read of it or skipped. */
  #current = { index: 0, bytes: 0 }

  /**
   * @param following files that are found after the others
   * @param folder where they are found; absent if they take the name of the last file
   */
  constructor(
    files: readonly EventFile[],
    following: Iterable<EventFile> | AsyncIterable<EventFile>,
    options: FilesOptions,
    folder?: string,
  ) {
    this.name = files.map(({ path }) => path).join(', ')
    const sizes = files.flatMap(({ size }) => size ?? [])
    if (sizes.length === files.length) this.size = sizes.reduce((sum, size) => sum + size, 0)
    this.#files = [...files]
    this.#following = following
    this.#options = options
    this.#folder = folder
  }

  bytesRead(): number {
    return this.#bytes
  }

  async bytesBehind(): Promise<number | undefined> {
    const { index, bytes } = this.#current
    const left = this.#files.slice(index)
    if (left[0]?.size === undefined) return undefined
    const paths = left.map(({ path }) => path)
    const last = paths.at(-1) as string
    if (this.#folder !== undefined) paths.push(...(await filesAfter(this.#folder, last).catch(() => [])))
    const sizes = await Promise.all(paths.map(path => sizeOf(path).catch(() => 0)))
    // A file that was truncated or replaced may be shorter than what was read of it.
    return Math.max(0, sizes.reduce((sum, size) => sum + size) - bytes)
  }

  async *records(stored?: StoredPlace): AsyncGenerator<SourceRecord[]> {
    const start = stored && (await this.#start(stored))
    let cut: SourceError | undefined
    for await (const file of this.#from(start?.index ?? 0)) {
      // The writer of a cut file was killed. Either this one repeats the block, or the missing block stops the ingest.
      const isAfterLoss = cut !== undefined
      if (cut) this.#options.onWarning?.(`${cut.message}; its last record is left out`)
      cut = undefined
      const from = start && file === this.#files[start.index] ? start : undefined
      const { offset, records } = from ? (stored as StoredPlace) : { offset: 0, records: 0 }
      const place = { file: file.size === undefined ? '' : plainName(file.path), offset, records }
      this.#current = { index: this.#files.indexOf(file), bytes: from?.isPacked ? 0 : offset }
      this.isLive = file.grows === true || file.size === undefined
      yield [{ place, path: this.#files.length === 1 ? undefined : file.path, isAfterLoss }]
      try {
        yield* this.#recordsOf(file, offset, from?.isPacked)
      } catch (error) {
        if (!isTruncated(error)) throw error
        cut = error
      }
    }
    if (cut) throw cut
  }

  async *#from(index: number): AsyncGenerator<EventFile> {
    yield* this.#files.slice(index)
    for await (const file of this.#following) {
      this.#files.push(file)
      yield file
    }
  }

  /** Finds where reading begins; undefined for the start of the first file. */
  async #start(place: StoredPlace): Promise<ResumePlace | undefined> {
    const found = await findPlace(this.#files, place)
    if (!found) {
      const named = this.#files.find(({ path }) => plainName(path) === place.file)
      if (named) this.#options.onWarning?.(`${named.path} ${CHANGED}`)
      return undefined
    }
    for (const { size } of this.#files.slice(0, found.index)) this.#bytes += size ?? 0
    if (!found.isPacked) this.#bytes += place.offset
    return found
  }

  async *#recordsOf(file: EventFile, offset: number, isPacked = false) {
    const input = await file.bytes(isPacked ? 0 : offset)
    const onBytes = (bytes: number) => {
      this.#bytes += bytes
      this.#current.bytes += bytes
    }
    const { signal } = this.#options
    yield* recordsOf(file.path, input, { signal, after: isPacked ? offset : 0, onBytes })
  }
}

const CHANGED =
  'does not have the last stored block at its place: it was truncated, rotated or replaced; it is read from its beginning'
