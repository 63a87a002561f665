import { escapePointer } from './json.ts'

/**
 * The lines of members of a JSON text, by their JSON pointers. The text is read once without making a tree of it, which
 * for a large contract would take many times its size.
 *
 * @returns For each pointer the line, from 1, of its member or of the nearest one around it that the text has.
 */
export function jsonLines(text: string, pointers: ReadonlySet<string>): Map<string, number> {
  const wanted = new Set([...pointers].flatMap(prefixes))
  const lines = new Map<string, number>([['', 1]])
  const open: { pointer: string | undefined; index: number }[] = []
  let line = 1
  let key: string | undefined
  const start = (isArray: boolean) => {
    const pointer = valuePointer()
    open.push({
      pointer: pointer !== undefined && wanted.has(pointer) ? pointer : undefined,
      index: isArray ? 0 : -1,
    })
    key = undefined
  }
  const valuePointer = (): string | undefined => {
    const around = open.at(-1)
    if (!around) return ''
    if (around.pointer === undefined) return undefined
    const segment = around.index >= 0 ? String(around.index) : key && escapePointer(key)
    return segment === undefined ? undefined : `${around.pointer}/${segment}`
  }
  const note = () => {
    const pointer = valuePointer()
    if (pointer !== undefined && wanted.has(pointer) && !lines.has(pointer)) lines.set(pointer, line)
  }
  for (const { 0: token } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:\n]|[^\s{}[\],:"]+/g)) {
    const around = open.at(-1)
    if (token === '\n') line += 1
    else if (token === '{' || token === '[') {
      if (around && around.index >= 0) note()
      start(token === '[')
    } else if (token === '}' || token === ']') {
      open.pop()
      key = undefined
    } else if (token === ',') {
      if (around && around.index >= 0) around.index += 1
      key = undefined
    } else if (token !== ':') {
      if (around && around.index < 0 && key === undefined) {
        if (around.pointer !== undefined) key = JSON.parse(token) as string
        else key = ''
      }
      note()
    }
  }
  return new Map(
    [...pointers].map(pointer => [
      pointer,
      prefixes(pointer)
        .map(each => lines.get(each))
        .findLast(Boolean) ?? 1,
    ]),
  )
}

/** The pointer and all around it, the outermost first. */
function prefixes(pointer: string): string[] {
  const segments = pointer.split('/')
  return segments.map((_, i) => segments.slice(0, i + 1).join('/'))
}
