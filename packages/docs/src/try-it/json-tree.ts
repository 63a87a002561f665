/**
 * JSON as foldable, coloured lines. Digits stay as they came: all long numbers of this API are strings.
 *
 * @param before an earlier value; each line that differs from it is marked
 */
export function jsonTree(value: unknown, before: unknown, key?: string, comma = ''): HTMLElement {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    const leaf = line(key, span(kindOf(value), JSON.stringify(value)), comma)
    leaf.classList.toggle('changed', JSON.stringify(value) !== JSON.stringify(before))
    return leaf
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const entries = Object.entries(value)
  const children = entries.map(([name, child], index) =>
    jsonTree(
      child,
      earlier(before, name, child),
      Array.isArray(value) ? undefined : name,
      index < entries.length - 1 ? ',' : '',
    ),
  )
  const details = document.createElement('details')
  details.open = true
  const summary = document.createElement('summary')
  const size = span('folded', ` ${entries.length} ${close}${comma}`)
  summary.append(...keyOf(key), open, size)
  const inner = document.createElement('div')
  inner.append(...children)
  details.append(summary, inner, `${close}${comma}`)
  return details
}

/** The earlier value of a field. Rows of a list may have moved, and are found by their cursor. */
function earlier(before: unknown, name: string, child: unknown): unknown {
  if (typeof before !== 'object' || before === null) return undefined
  const cursor = (child as { cursor?: string } | null)?.cursor
  if (!Array.isArray(before) || cursor === undefined) return (before as Record<string, unknown>)[name]
  return before.find(row => (row as { cursor?: string }).cursor === cursor)
}

function line(key: string | undefined, value: Node, comma: string): HTMLElement {
  const div = document.createElement('div')
  div.append(...keyOf(key), value, comma)
  return div
}

function keyOf(key: string | undefined): Node[] {
  return key === undefined ? [] : [span('key', JSON.stringify(key)), document.createTextNode(': ')]
}

function kindOf(value: unknown): string {
  return typeof value === 'string' ? 'string' : 'literal'
}

function span(kind: string, text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = `json-${kind}`
  element.textContent = text
  return element
}
