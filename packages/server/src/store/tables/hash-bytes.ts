/** Almost every id of the network is a hash: 32 bytes in hexadecimal. */
const HASH = /^[0-9a-f]{64}$/
const HASH_BYTES = 32

/**
 * Returns the stored form of an id. No two ids share one. A hash is stored as its 32 bytes, and no other id takes 32
 * bytes. Any other id is a colon and its UTF-8. If that has 32 bytes, or the id has no UTF-8 (half of a surrogate
 * pair), the stored form is a semicolon and its UTF-16, an odd number of bytes.
 */
export function hashBytes(id: string): Buffer {
  if (HASH.test(id)) return Buffer.from(id, 'hex')
  const utf8 = Buffer.from(`:${id}`)
  if (id.isWellFormed() && utf8.length !== HASH_BYTES) return utf8
  return Buffer.concat([Buffer.from(';'), Buffer.from(id, 'utf16le')])
}
