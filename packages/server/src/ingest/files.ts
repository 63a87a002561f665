import { eventFiles } from './folder.ts'
import { follow } from './follow.ts'
import { RecordError } from './record-error.ts'
import { isTruncated, LOST, openSource, type Source, SourceError, type SourceRecord } from './source.ts'

export interface FilesOptions {
  /** Waits for more input at the end of the last file, and for new files in a folder. */
  readonly follow?: boolean
  /** Ends the source, also during a wait. */
  readonly signal?: AbortSignal
  /** Called for an incomplete file if another one follows. */
  onWarning?(message: string): void
}

/**
 * Opens files and folders as one stream of events, in the given order. Files of a folder are ordered by name. A block
 * may begin in one file and end in the next.
 */
export async function openFiles(paths: readonly string[], options: FilesOptions = {}): Promise<Source> {
  const followed = options.follow ? paths.at(-1) : undefined
  if (followed === '-') throw new SourceError('standard input is a live feed by itself; leave --follow out')
  const files = (await Promise.all(paths.map(eventFiles))).flat()
  const first = followed === undefined ? undefined : files.pop()
  const sources: Source[] = []
  for (const file of files) sources.push(await openSource(file, options.signal))
  if (followed !== undefined && first !== undefined) {
    const growing = follow(followed, first, options.signal)
    sources.push((await growing.next()).value as Source)
    return joined(sources, growing, options)
  }
  const [only] = sources
  return only && sources.length === 1 ? only : joined(sources, [], options)
}

/** @param later sources that open after the others */
function joined(
  opened: readonly Source[],
  later: Iterable<Source> | AsyncIterable<Source>,
  { onWarning }: FilesOptions,
): Source {
  const sources = [...opened]
  const sizes = opened.map(({ size }) => size)
  /** Record numbers start again in each file. */
  const starts: { readonly name: string; readonly after: number }[] = []
  let records = 0

  async function* recordsOf(source: Source): AsyncGenerator<SourceRecord[]> {
    starts.push({ name: source.name, after: records })
    for await (const some of source.records()) {
      records += some.length
      yield some
    }
  }

  return {
    name: opened.map(({ name }) => name).join(', '),
    ...(sizes.every(size => size !== undefined) && { size: sizes.reduce((sum, size) => sum + size, 0) }),
    bytesRead: () => sources.reduce((sum, source) => sum + source.bytesRead(), 0),
    async *records() {
      let cut: SourceError | undefined
      const next = async function* () {
        yield* opened
        for await (const source of later) {
          sources.push(source)
          yield source
        }
      }
      for await (const source of next()) {
        if (cut) {
          // The writer of this file was killed. Either the next file repeats the block, or the missing block stops
          // the ingest.
          onWarning?.(`${cut.message}; its last record is left out`)
          yield [LOST]
        }
        cut = undefined
        try {
          yield* recordsOf(source)
        } catch (error) {
          if (!isTruncated(error)) throw error
          cut = error
        }
      }
      if (cut) throw cut
    },
    locate(error) {
      const start = starts.findLast(({ after }) => after < error.number)
      if (!start || starts.length === 1) return error
      const number = error.number - start.after
      return new RecordError(error.unit, number, error.problem, { cause: error }, start.name)
    },
  }
}
