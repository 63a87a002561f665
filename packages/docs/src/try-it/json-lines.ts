import { elementOf } from '../code/element.ts'
import { painted, paintedLine, piecesOf } from '../code/paint.ts'

const LINES = 1000

/**
 * JSON in indented lines, in pieces, so that the browser lays out only those in view. They are to be put into the block
 * of code. Digits stay as they came: all long numbers of this API are strings.
 *
 * @param before an earlier value; each value that differs from it is marked
 */
export function jsonOf(value: unknown, before: unknown) {
  const into = elementOf('pre', '')
  return { shown: [into], into, pieces: jsonPieces(value, before) }
}

function* jsonPieces(value: unknown, before: unknown): Generator<HTMLElement> {
  const changes = changedLines(value, before)
  const lines = JSON.stringify(value, null, 2).split('\n')
  for (let start = 0; start < lines.length; start += LINES) {
    const piece = lines
      .slice(start, start + LINES)
      .flatMap(line => [jsonLine(line, changes.next().value === true), '\n'])
    yield elementOf('div', 'piece', ...piece.slice(0, -1))
  }
}

function jsonLine(line: string, isChanged: boolean): HTMLElement {
  const pieces = piecesOf(line)
  // The value comes after its name.
  const changed = isChanged ? pieces.findLastIndex(([, kind]) => kind !== '') : -1
  const nodes = painted(pieces).map((node, at) => (at === changed ? elementOf('mark', '', node) : node))
  return paintedLine(line.search(/\S/), ...nodes)
}

/** For each line of a value whether its text differs from an earlier value. */
function* changedLines(value: unknown, before: unknown): Generator<boolean> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    yield JSON.stringify(value) !== JSON.stringify(before)
    return
  }
  yield false
  for (const [name, child] of Object.entries(value)) yield* changedLines(child, earlier(before, name, child))
  yield false
}

/** The earlier value of a field. Rows of a list may have moved, and are found by their cursor. */
function earlier(before: unknown, name: string, child: unknown): unknown {
  if (typeof before !== 'object' || before === null) return undefined
  const cursor = (child as { cursor?: string } | null)?.cursor
  if (!Array.isArray(before) || cursor === undefined) return (before as Record<string, unknown>)[name]
  // Of a new row, only its cursor is marked.
  return (
    before.find(row => (row as { cursor?: string }).cursor === cursor) ?? { ...(child as object), cursor: '' }
  )
}
