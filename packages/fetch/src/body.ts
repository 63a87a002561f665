const decoder = new TextDecoder()

/**
 * The text of a body.
 *
 * @throws RangeError for a body of more than `maxSize` bytes; the rest is not read.
 */
export const readBody = async (response: Response, maxSize: number): Promise<string> => {
  // Some platforms have bodies that are no streams.
  const reader = response.body?.getReader?.()
  if (!reader) return response.text()
  const chunks: Uint8Array[] = []
  for (let size = 0; ; ) {
    const { value } = await reader.read()
    if (!value) break
    size += value.length
    if (size > maxSize) {
      reader.cancel().catch(() => {})
      throw new RangeError(`body of more than ${maxSize} bytes`)
    }
    chunks.push(value)
  }
  const last = chunks.length - 1
  return chunks.map((chunk, index) => decoder.decode(chunk, { stream: index < last })).join('')
}
