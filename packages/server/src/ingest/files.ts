import { LineError } from './blocks.ts'
import { follow } from './follow.ts'
import { openSource, type Source, SourceError } from './lines.ts'

export interface FilesOptions {
  /** Goes on with what is appended to the last file. */
  readonly follow?: boolean
  /** Makes the source break off, also while it waits for more to come. */
  readonly signal?: AbortSignal
}

/** Opens files of events as one stream, in the order given: a block may begin in one and end in the next. */
export async function openFiles(paths: readonly string[], options: FilesOptions = {}): Promise<Source> {
  const last = paths.length - 1
  if (options.follow && paths[last] === '-') {
    throw new SourceError('standard input is a live feed by itself; leave --follow out')
  }
  const open = (path: string, index: number) =>
    options.follow && index === last ? follow(path, options.signal) : openSource(path, options.signal)
  const sources: Source[] = []
  for (const [index, path] of paths.entries()) sources.push(await open(path, index))
  const [only] = sources
  return only && sources.length === 1 ? only : joined(sources)
}

/** Line numbers are those of the file that a line is in. */
function joined(sources: readonly Source[]): Source {
  const sizes = sources.map(({ size }) => size)
  const starts: { readonly name: string; readonly after: number }[] = []
  let lines = 0
  return {
    name: sources.map(({ name }) => name).join(', '),
    ...(sizes.every(size => size !== undefined) && { size: sizes.reduce((sum, size) => sum + size, 0) }),
    bytesRead: () => sources.reduce((sum, source) => sum + source.bytesRead(), 0),
    async *lines() {
      for (const source of sources) {
        starts.push({ name: source.name, after: lines })
        for await (const some of source.lines()) {
          lines += some.length
          yield some
        }
      }
    },
    locate(error) {
      const start = starts.findLast(({ after }) => after < error.line)
      return start
        ? new LineError(error.line - start.after, error.problem, { cause: error }, start.name)
        : error
    },
  }
}
