import { painted } from '../code/paint.ts'

/**
 * JSON in indented lines. Digits stay as they came: all long numbers of this API are strings.
 *
 * @param before an earlier value; each value that differs from it is marked
 */
export function jsonLines(value: unknown, before: unknown, start = '', end = '\n'): (string | HTMLElement)[] {
  const indent = start.match(/^ */)?.[0] ?? ''
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    const text = JSON.stringify(value)
    return [...painted(start), ...(text === JSON.stringify(before) ? painted(text) : [marked(text)]), end]
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const entries = Object.entries(value)
  const children = entries.flatMap(([name, child], index) =>
    jsonLines(
      child,
      earlier(before, name, child),
      `${indent}  ${Array.isArray(value) ? '' : `${JSON.stringify(name)}: `}`,
      index < entries.length - 1 ? ',\n' : '\n',
    ),
  )
  return [...painted(start), `${open}\n`, ...children, `${indent}${close}${end}`]
}

/** The earlier value of a field. Rows of a list may have moved, and are found by their cursor. */
function earlier(before: unknown, name: string, child: unknown): unknown {
  if (typeof before !== 'object' || before === null) return undefined
  const cursor = (child as { cursor?: string } | null)?.cursor
  if (!Array.isArray(before) || cursor === undefined) return (before as Record<string, unknown>)[name]
  return before.find(row => (row as { cursor?: string }).cursor === cursor)
}

function marked(text: string): HTMLElement {
  const mark = document.createElement('mark')
  mark.append(...painted(text))
  return mark
}
