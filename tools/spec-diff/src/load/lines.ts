import { isMap, isPair, isScalar, isSeq, LineCounter, type Node, type ParsedNode, parseDocument } from 'yaml'
import { unescapePointer } from './json.ts'
import { jsonLines } from './json-lines.ts'

/** The lines of members of a text, JSON or YAML, by their JSON pointers. */
export function linesOf(text: string, pointers: ReadonlySet<string>): Map<string, number> {
  if (isJson(text)) return jsonLines(text, pointers)
  const index = new LineIndex(text)
  return new Map([...pointers].map(pointer => [pointer, index.line(pointer)]))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Finds the lines of a text's members; the text is parsed anew, so this is made only for a file that is reported on.
 */
class LineIndex {
  readonly #counter = new LineCounter()
  readonly #root: ParsedNode | null

  constructor(text: string) {
    this.#root = parseDocument(text, { lineCounter: this.#counter, merge: true, logLevel: 'silent' }).contents
  }

  /** The line, from 1, of what a JSON pointer names, or of its nearest ancestor that the text has. */
  line(pointer: string): number {
    let node: Node | null = this.#root
    let offset = this.#root?.range?.[0] ?? 0
    for (const segment of pointer.split('/').slice(1)) {
      const found: Child | undefined = child(node, unescapePointer(segment))
      if (!found) break
      node = found.value
      offset = found.offset
    }
    return this.#counter.linePos(offset).line || 1
  }
}

interface Child {
  value: Node | null
  /** Of the key, or of the item. */
  offset: number
}

function child(node: Node | null, key: string): Child | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(key)] as Node | undefined
    return item && { value: item, offset: item.range?.[0] ?? 0 }
  }
  if (!isMap(node)) return undefined
  const pair = node.items.find(each => isPair(each) && isScalar(each.key) && String(each.key.value) === key)
  if (!pair || !isScalar(pair.key)) return undefined
  return { value: pair.value as Node | null, offset: pair.key.range?.[0] ?? 0 }
}
