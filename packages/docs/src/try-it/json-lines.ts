import { elementOf } from '../code/element.ts'
import { painted, paintedLine, piecesOf } from '../code/paint.ts'

const LINES = 1000

/**
 * JSON in indented lines. Digits stay as they came: all long numbers of this API are strings.
 *
 * @param before an earlier value; each value that differs from it is marked
 */
function* jsonLines(value: unknown, before: unknown, start = '', end = ''): Generator<HTMLElement> {
  const indent = start.match(/^ */)?.[0] ?? ''
  const startNodes = painted(piecesOf(start))
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    const text = JSON.stringify(value)
    const nodes = painted(piecesOf(text))
    const isSame = text === JSON.stringify(before)
    yield paintedLine(
      indent.length,
      ...startNodes,
      ...(isSame ? nodes : [elementOf('mark', '', ...nodes)]),
      end,
    )
    return
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  yield paintedLine(indent.length, ...startNodes, open)
  const entries = Object.entries(value)
  for (const [index, [name, child]] of entries.entries()) {
    const key = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `
    yield* jsonLines(
      child,
      earlier(before, name, child),
      `${indent}  ${key}`,
      index < entries.length - 1 ? ',' : '',
    )
  }
  yield paintedLine(indent.length, indent, close, end)
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

/** The lines in pieces, so that the browser lays out only those in view. They are to be put into the block of code. */
export function jsonOf(value: unknown, before: unknown) {
  const into = elementOf('pre', '')
  return { shown: [into], into, pieces: jsonPieces(value, before) }
}

function* jsonPieces(value: unknown, before: unknown): Generator<HTMLElement> {
  let piece: (Node | string)[] = []
  for (const line of jsonLines(value, before)) {
    if (piece.length > 0) piece.push('\n')
    piece.push(line)
    if (piece.length < 2 * LINES) continue
    yield elementOf('div', 'piece', ...piece)
    piece = []
  }
  if (piece.length > 0) yield elementOf('div', 'piece', ...piece)
}
