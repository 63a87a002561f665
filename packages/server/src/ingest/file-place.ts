import { basename } from 'node:path'
import { type EventRecord, eventsOf, MalformedEvent } from '@trading-network/events'
import { type EventFile, eventFile, isPackedFile } from './event-file.ts'
import { END } from './event-types.ts'
import { recordsOf, SourceError, type StoredPlace } from './source.ts'

/** Returns the name of a file without its folder, and without the ending of a compressed one. */
export function plainName(path: string): string {
  return basename(path).replace(/\.(?:gz|zst)$/, '')
}

/** The file with the last stored block. The file is open until `rest` ends, or is ended by `return`. */
export interface Found {
  readonly index: number
  readonly isPacked: boolean
  /** The first records, from that block on. */
  readonly first: EventRecord[]
  readonly rest: AsyncGenerator<EventRecord[]>
}

/**
 * Finds the last stored block in these files: first in the file of that name, then in the others, since rotation
 * renames a file. Only the content decides. A compressed file is unpacked up to the place, and only searched under its
 * name.
 *
 * @param read counts the bytes of the current search, and of the found records
 */
export async function findPlace(
  files: readonly EventFile[],
  place: StoredPlace,
  read: { bytes: number },
): Promise<Found | undefined> {
  const onBytes = (bytes: number) => {
    read.bytes += bytes
  }
  const all = files.map((file, index) => ({ file, index, isNamed: plainName(file.path) === place.file }))
  const named = all.filter(({ isNamed }) => isNamed)
  for (const { file, index, isNamed } of [...named, ...all.filter(each => !each.isNamed).reverse()]) {
    if (file.size === undefined) continue
    const isPacked = await isPackedFile(file.path)
    if (isPacked ? !isNamed : file.size <= place.offset) continue
    read.bytes = 0
    const found = await recordsAt(file.path, isPacked, place, onBytes)
    if (found) return { index, isPacked, ...found }
  }
  read.bytes = 0
  return undefined
}

/** Returns the records of a file from a place on; undefined if the block does not end there. */
async function recordsAt(
  path: string,
  isPacked: boolean,
  { offset, hash }: StoredPlace,
  onBytes: (read: number) => void,
): Promise<Pick<Found, 'first' | 'rest'> | undefined> {
  const input = await (await eventFile(path)).bytes(isPacked ? 0 : offset)
  const rest = recordsOf(path, input, { after: isPacked ? offset : 0, onBytes })
  try {
    const first = await rest.next()
    if (!first.done && endsBlock(first.value[0] as EventRecord, hash)) return { first: first.value, rest }
  } catch (error) {
    // Bytes from the middle of a record have no format.
    if (!(error instanceof SourceError)) throw error
  }
  await rest.return(undefined)
  return undefined
}

function endsBlock(record: EventRecord, hash: string): boolean {
  try {
    return eventsOf(record).some(({ type, block }) => type === END && block.toLowerCase() === hash)
  } catch (error) {
    if (error instanceof MalformedEvent) return false
    throw error
  }
}
