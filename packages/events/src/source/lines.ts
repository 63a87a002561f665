import { TextDecoder } from 'node:util'
import { NO_KNOWN_FORMAT, StreamError } from './stream-error.ts'

/** Maximum length in characters, far above any event. Without it, a file without line ends would fill the memory. */
const MAX_LINE = 64_000_000

/** Splits bytes into lines. The chunks of an incomplete line are kept, and joined once. */
export async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let pieces: string[] = []
  let length = 0
  let whole = 0
  for await (const chunk of chunks) {
    const [first = '', ...others] = decode(decoder, whole, chunk).split('\n')
    pieces.push(first)
    length += first.length
    const rest = others.pop()
    if (length > MAX_LINE || (rest?.length ?? 0) > MAX_LINE)
      throw new StreamError('it has a line of more than 64 MB, which no event is')
    if (rest === undefined) continue
    yield [pieces.join(''), ...others]
    whole += 1 + others.length
    pieces = [rest]
    length = rest.length
  }
  pieces.push(decode(decoder, whole))
  const last = pieces.join('')
  if (last === '') return
  if (!isJson(last)) throw new StreamError('it ends in the middle of a line', { truncated: true })
  yield [last]
}

/** @param whole number of complete lines before the chunk */
function decode(decoder: TextDecoder, whole: number, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch (cause) {
    const problem = whole === 0 ? NO_KNOWN_FORMAT : `after line ${whole} it has text that is not UTF-8`
    throw new StreamError(problem, { cause })
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
