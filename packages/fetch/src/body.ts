/**
 * The text of a body.
 *
 * @throws RangeError for a body of more than `maxSize` bytes; the rest is not read.
 */
export const readBody = async (response: Response, maxSize: number): Promise<string> => {
  // Some platforms have bodies that are no streams.
  const reader = response.body?.getReader?.()
  if (!reader) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; ; ) {
    const { value } = await reader.read()
    if (!value) return text + decoder.decode()
    size += value.length
    if (size > maxSize) {
      reader.cancel().catch(() => {})
      throw new RangeError(`body of more than ${maxSize} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
