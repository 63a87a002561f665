import { EVENT_MAPPING, EVENT_POP, EVENT_SCALAR, type Event, getScalarValue, parseEvents } from 'js-yaml'
import { escapePointer } from './addresses.ts'
import { type Json, ownMember } from './json.ts'
import { maxDepth } from './parse.ts'

interface Position {
  pointer: string
  /** The lines of the members, from 1. That of the object has no key. */
  lines: Map<string | undefined, number>
}

/** Finds objects of a YAML or JSON text. JSON is YAML as well. An alias has the position of its anchor. */
export function positionsOf(text: string, content: Json, wanted: ReadonlySet<object>): Map<object, Position> {
  const positions = new Map<object, Position>()
  const events = parseEvents(text, { maxDepth })
  const lineOf = lineCounter(text)
  // The first event is the document.
  let at = 1
  const read = (value: Json | undefined, pointer: string, key?: Event): void => {
    const event = events[at++] as Event
    if (!('start' in event)) return
    const isNew = typeof value === 'object' && value !== null && wanted.has(value) && !positions.has(value)
    const lines = isNew ? new Map([[undefined as string | undefined, lineOf(key ?? event)]]) : undefined
    if (isNew && lines) positions.set(value, { pointer, lines })
    for (let i = 0; events[at]?.type !== EVENT_POP; i += 1) {
      const innerKey = event.type === EVENT_MAPPING ? events[at] : undefined
      if (innerKey) read(undefined, '')
      const name = innerKey?.type === EVENT_SCALAR ? getScalarValue(text, innerKey) : String(i)
      if (innerKey) lines?.set(name, lineOf(innerKey))
      // The members of a merged mapping are members of this one.
      if (innerKey && name === '<<') read(value, pointer, innerKey)
      else read(ownMember(value, name), `${pointer}/${escapePointer(name)}`, innerKey)
    }
    at += 1
  }
  if (events.length > 0) read(content, '')
  return positions
}

/** Counts the lines to an event. Events must come in the order of the text. */
function lineCounter(text: string): (event: Event) => number {
  let [line, next] = [0, 0]
  return event => {
    const start = 'start' in event ? event.start : event.type === EVENT_SCALAR ? event.valueStart : 0
    for (; next >= 0 && next <= start; next = text.indexOf('\n', next) + 1 || -1) line += 1
    return line
  }
}
