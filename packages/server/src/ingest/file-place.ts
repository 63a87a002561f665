import { basename } from 'node:path'
import { END, type EventRecord, eventsOf, MalformedEvent } from '@trading-network/events'
import { bytesOf, isPackedFile, sizeOf } from './event-file.ts'
import { recordsOf, SourceError, type StoredPlace } from './source.ts'

/** Returns the name of a file without its folder, and without the ending of a compressed one. */
export function plainName(path: string): string {
  return basename(path).replace(/\.(?:gz|zst)$/, '')
}

/** The file with the last stored block at its place. */
export interface ResumePlace {
  readonly index: number
  /** A compressed file can only be read from its start. */
  readonly isPacked: boolean
}

/**
 * Finds the last stored block in these files: first in the file of that name, then in the others, since rotation
 * renames a file. Only the content decides. A compressed file is unpacked up to the place, and only searched under its
 * name.
 */
export async function findPlace(
  paths: readonly string[],
  place: StoredPlace,
): Promise<ResumePlace | undefined> {
  const all = paths.map((path, index) => ({ path, index, isNamed: plainName(path) === place.file }))
  const named = all.filter(({ isNamed }) => isNamed)
  for (const { path, index, isNamed } of [...named, ...all.filter(each => !each.isNamed).reverse()]) {
    const size = await sizeOf(path)
    if (size === undefined) continue
    const isPacked = await isPackedFile(path)
    if (isPacked ? !isNamed : size <= place.offset) continue
    if (await isAt(path, isPacked, place)) return { index, isPacked }
  }
  return undefined
}

/** Returns true if the block ends at this place of a file. */
async function isAt(path: string, isPacked: boolean, { offset, hash }: StoredPlace): Promise<boolean> {
  const input = await bytesOf(path, isPacked ? 0 : offset)
  try {
    for await (const [record] of recordsOf(path, input, { after: isPacked ? offset : 0 }))
      return record !== undefined && endsBlock(record, hash)
  } catch (error) {
    // Bytes from the middle of a record have no format.
    if (!(error instanceof SourceError)) throw error
  }
  return false
}

function endsBlock(record: EventRecord, hash: string): boolean {
  try {
    return eventsOf(record).some(({ type, block }) => type === END && block.toLowerCase() === hash)
  } catch (error) {
    if (error instanceof MalformedEvent) return false
    throw error
  }
}
