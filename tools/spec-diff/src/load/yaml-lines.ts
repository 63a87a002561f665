import { isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml'
import { unescapePointer } from './json.ts'

/** The lines of members of a YAML text, by their JSON pointers. */
export function yamlLines(
  contents: Node | null,
  lineCounter: LineCounter,
  pointers: ReadonlySet<string>,
): Map<string, number> {
  const lineOf = (pointer: string) => {
    let at: Member = { node: contents, offset: contents?.range?.[0] ?? 0 }
    for (const segment of pointer.split('/').slice(1)) {
      const member = memberOf(at.node, unescapePointer(segment))
      // A merged member has the line of the object around it.
      if (!member) break
      at = member
    }
    return lineCounter.linePos(at.offset).line || 1
  }
  return new Map([...pointers].map(pointer => [pointer, lineOf(pointer)]))
}

interface Member {
  node: Node | null
  /** The position of its key, or of the item. */
  offset: number
}

function memberOf(node: Node | null, key: string): Member | undefined {
  if (isSeq<Node>(node)) {
    const item = node.items[Number(key)]
    return item && { node: item, offset: item.range?.[0] ?? 0 }
  }
  if (!isMap<Node, Node | null>(node)) return undefined
  const pair = node.items.find(each => isScalar(each.key) && String(each.key.value) === key)
  return pair && { node: pair.value, offset: pair.key.range?.[0] ?? 0 }
}
