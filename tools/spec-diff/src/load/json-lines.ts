import { escapePointer } from './json.ts'

/** An object or array around the current token. */
interface Container {
  /** Undefined for a container without a wanted member. */
  pointer: string | undefined
  /** The position of the current item; undefined for an object. */
  index: number | undefined
}

/**
 * The lines of members of a JSON text, by their JSON pointers. The text is read once without making a tree of it, which
 * for a large contract would take many times its size.
 *
 * @returns For each pointer the line, from 1, of its member or of the nearest one around it that the text has.
 */
export function jsonLines(text: string, pointers: ReadonlySet<string>): Map<string, number> {
  const wanted = new Set([...pointers].flatMap(prefixes))
  const lines = new Map([['', 1]])
  const containers: Container[] = []
  let line = 1
  let key: string | undefined
  const pointer = () => {
    const { pointer: outer, index } = containers.at(-1) ?? {}
    const segment = index === undefined ? key && escapePointer(key) : String(index)
    return outer === undefined || segment === undefined ? undefined : `${outer}/${segment}`
  }
  for (const { 0: token } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:\n]|[^\s{}[\],:"]+/g)) {
    const container = containers.at(-1)
    const isValue = /^[^}\],:\n]/.test(token)
    if (token === '\n') line += 1
    // A key has the line of its member. Only wanted objects need the text of their keys.
    else if (isValue && container?.index === undefined && container && key === undefined)
      key = container.pointer === undefined ? '' : (JSON.parse(token) as string)
    const current = isValue ? pointer() : undefined
    if (current !== undefined && wanted.has(current) && !lines.has(current)) lines.set(current, line)
    if (token === '{' || token === '[') {
      const at = containers.length === 0 ? '' : current
      const isWanted = at !== undefined && wanted.has(at)
      containers.push({ pointer: isWanted ? at : undefined, index: token === '[' ? 0 : undefined })
    }
    if (token === '}' || token === ']') containers.pop()
    if (token === ',' && container?.index !== undefined) container.index += 1
    if (/^[{[}\],]$/.test(token)) key = undefined
  }
  const found = (pointer: string) => prefixes(pointer).findLast(prefix => lines.has(prefix)) ?? ''
  return new Map([...pointers].map(pointer => [pointer, lines.get(found(pointer)) ?? 1]))
}

/** The pointer and all around it, the outermost first. */
function prefixes(pointer: string): string[] {
  const segments = pointer.split('/')
  return segments.map((_, i) => segments.slice(0, i + 1).join('/'))
}
