/** What almost every id of the network is: 32 bytes in hexadecimal. */
const HASH = /^[0-9a-f]{64}$/
const HASH_BYTES = 32

/**
 * The stored form of an id; no two ids share one. A hash is its 32 bytes, and nothing else is 32 bytes long: any other id
 * is a colon with its UTF-8. Where that would be 32 bytes, or UTF-8 has no bytes for the text (half of a surrogate pair),
 * it is a semicolon with its UTF-16, an odd number of bytes.
 */
export function hashBytes(id: string): Buffer {
  if (HASH.test(id)) return Buffer.from(id, 'hex')
  const utf8 = Buffer.from(`:${id}`)
  if (id.isWellFormed() && utf8.length !== HASH_BYTES) return utf8
  return Buffer.concat([Buffer.from(';'), Buffer.from(id, 'utf16le')])
}
