import { withoutMark } from './byte-order-mark.ts'
import { type BusEvent, type Payload, withoutPayload } from './event.ts'
import { enumName, fromJson, InexactNumber, isObject, type JsonObject, parseExactly } from './json.ts'
import { MalformedEvent, malformed, shown } from './message.ts'
import { eventTypes, type PayloadField, payloadField } from './schema/bus-event.ts'

/**
 * Reads the events of a line of JSON: one event, or the events of a response of the streaming API (`{"result":
 * {"events": [...]}}`). A blank line has none.
 *
 * @throws MalformedEvent for any other line, and for an error from the streaming API
 */
export function eventsOfLine(line: string): BusEvent[] {
  if (line.trim() === '') return []
  const text = withoutMark(line)
  return eventObjects(parse(text, JSON.parse)).map((event, index) => new JsonEvent(event, text, index))
}

class JsonEvent implements BusEvent {
  readonly type: string
  readonly #json: JsonObject
  readonly #line: string
  readonly #index: number

  /** @param index position of the event in the line */
  constructor(json: JsonObject, line: string, index: number) {
    this.type = enumName(eventTypes, json.type ?? 0, 'type')
    this.#json = json
    this.#line = line
    this.#index = index
  }

  get id(): string {
    return this.#text('id', 'id')
  }

  get block(): string {
    return this.#text('block', 'block')
  }

  get chainId(): string {
    return this.#text('chainId', 'chain_id')
  }

  payload(): Payload | undefined {
    const field = payloadField(this.type)
    if (!field) return undefined
    try {
      return payloadOf(this.#json, field, this.type)
    } catch (error) {
      if (!(error instanceof InexactNumber)) throw error
      const exact = eventObjects(parse(this.#line, parseExactly))[this.#index] as JsonObject
      return payloadOf(exact, field, this.type)
    }
  }

  #text(json: string, original: string): string {
    const value = this.#json[json] ?? this.#json[original] ?? ''
    if (typeof value !== 'string') throw malformed(json, 'a string', value)
    return value
  }
}

function payloadOf(event: JsonObject, field: PayloadField, type: string): Payload {
  const value = event[field.jsonName] ?? event[field.name]
  if (value === undefined || value === null) throw withoutPayload(type, field)
  if (!isObject(value)) throw malformed(field.jsonName, 'an object', value)
  return fromJson(field.message, value) as Payload
}

function parse(line: string, json: (text: string) => unknown): unknown {
  try {
    return json(line)
  } catch (cause) {
    throw new MalformedEvent(hintOf(line) ?? `not a JSON object: ${(cause as Error).message}`, { cause })
  }
}

const ARRAY =
  "not a JSON object but an array; write each event on a line of its own, for example with jq -c '.[]'"

/** Advises on JSON that is no line per event: an array, or pretty-printed. */
function hintOf(line: string): string | undefined {
  if (/^\s*\[/.test(line)) return ARRAY
  if (/^\s*\{\s*$/.test(line))
    return 'not a whole JSON object; write each event on a line of its own, for example with jq -c .'
  return undefined
}

function eventObjects(line: unknown): JsonObject[] {
  if (!isObject(line)) throw new MalformedEvent(Array.isArray(line) ? ARRAY : 'not a JSON object')
  if (isObject(line.error))
    throw new MalformedEvent(`the stream ended with an error: ${shown(line.error.message)}`)
  const response = isObject(line.result) ? line.result : line
  if (!Array.isArray(response.events)) return [line]
  const stray = response.events.findIndex(event => !isObject(event))
  if (stray >= 0) throw malformed(`events[${stray}]`, 'an object', response.events[stray])
  return response.events
}
