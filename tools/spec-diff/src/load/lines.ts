import { EVENT_MAPPING, EVENT_POP, EVENT_SCALAR, type Event, getScalarValue, parseEvents } from 'js-yaml'
import { escapePointer } from './json.ts'
import { maxDepth } from './parse.ts'

/**
 * The lines of members of a YAML or JSON text, by their JSON pointers. JSON is YAML as well.
 *
 * @returns For each pointer the line, from 1, of its member or of the nearest one around it that the text has.
 */
export function linesOf(text: string, pointers: ReadonlySet<string>): Map<string, number> {
  const starts = startsOf(text, new Set([...pointers].flatMap(prefixes)))
  const lines = new Map<string, number>()
  let [line, next] = [0, 0]
  for (const [pointer, start] of starts) {
    for (; next >= 0 && next <= start; next = text.indexOf('\n', next) + 1 || -1) line += 1
    lines.set(pointer, line)
  }
  const found = (pointer: string) => prefixes(pointer).findLast(prefix => lines.has(prefix)) ?? ''
  return new Map([...pointers].map(pointer => [pointer, lines.get(found(pointer)) ?? 1]))
}

/** The positions of the wanted members, in the order of the text. A member of a mapping has that of its key. */
function startsOf(text: string, wanted: ReadonlySet<string>): Map<string, number> {
  const starts = new Map<string, number>()
  const events = parseEvents(text, { maxDepth })
  // The first event is the document.
  let at = 1
  const read = (pointer: string | undefined, key?: Event): void => {
    const event = events[at++] as Event
    const isWanted = pointer !== undefined && wanted.has(pointer)
    const start = startOf(key ?? event)
    if (isWanted && start >= 0) starts.set(pointer, start)
    if (!('start' in event)) return
    for (let i = 0; events[at]?.type !== EVENT_POP; i += 1) {
      const inner = event.type === EVENT_MAPPING ? events[at] : undefined
      if (inner) read(undefined)
      // Only wanted objects need the text of their keys.
      const name = isWanted && inner?.type === EVENT_SCALAR ? escapePointer(getScalarValue(text, inner)) : i
      read(isWanted ? `${pointer}/${name}` : undefined, inner)
    }
    at += 1
  }
  if (events.length > 0) read('')
  return starts
}

/** The position of a node in the text, below 0 for an empty one. */
function startOf(event: Event): number {
  if ('start' in event) return event.start
  return event.type === EVENT_SCALAR ? event.valueStart : 0
}

/** The pointer and all around it, the outermost first. */
function prefixes(pointer: string): string[] {
  const segments = pointer.split('/')
  return segments.map((_, i) => segments.slice(0, i + 1).join('/'))
}
