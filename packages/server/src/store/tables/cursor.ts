/** The place of a row in its list: creation time (or epoch), then arrival. */
export interface Place {
  readonly at: bigint
  readonly pos: bigint
}

/**
 * A cursor is 15 bytes in base64url, so exactly 20 characters without padding: one byte that binds it to its list,
 * the time (int64) and the arrival number (48 bits). There is one spelling per place.
 */
const SHAPE = /^[A-Za-z0-9_-]{20}$/
export const CURSOR_LENGTH = 20

/** Writes the cursor of a place in the list that `tag` names. */
export function encodeCursor(tag: number, { at, pos }: Place): string {
  const bytes = Buffer.allocUnsafe(15)
  bytes.writeUInt8(tag, 0)
  bytes.writeBigInt64BE(at, 1)
  bytes.writeUIntBE(Number(pos), 9, 6)
  return bytes.toString('base64url')
}

/** Reads a cursor of the list that `tag` names. Returns undefined for an invalid one. */
export function decodeCursor(tag: number, cursor: string): Place | undefined {
  if (!SHAPE.test(cursor)) return undefined
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.readUInt8(0) !== tag) return undefined
  return { at: bytes.readBigInt64BE(1), pos: BigInt(bytes.readUIntBE(9, 6)) }
}

/** Negative when `a` comes before `b` in rising order, positive when it comes after. */
export function comparePlaces(a: Place, b: Place): number {
  const difference = a.at === b.at ? a.pos - b.pos : a.at - b.at
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
