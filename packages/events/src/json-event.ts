import { type BusEvent, foreignPayload, type Payload, withoutPayload } from './event.ts'
import { enumName, fromJson, isObject, type JsonObject } from './json.ts'
import { MalformedEvent, malformed, shown } from './message.ts'
import { eventTypes, payloadField, typeOfPayload } from './schema/bus-event.ts'

/**
 * Reads the events of a line of JSON: one event, or the events of a response of the streaming API (`{"result":
 * {"events": [...]}}`). A blank line has none.
 *
 * @throws MalformedEvent for any other line, and for an error from the streaming API
 */
export function eventsOfLine(line: string): BusEvent[] {
  // The first line of a file may begin with a byte order mark, which trimStart removes like white space.
  const text = line.trimStart()
  return text === '' ? [] : eventObjects(parse(text)).map(event => new JsonEvent(event))
}

class JsonEvent implements BusEvent {
  readonly type: string
  readonly id: string
  readonly block: string
  readonly chainId: string
  readonly #json: JsonObject

  constructor(json: JsonObject) {
    this.type = enumName(eventTypes, json.type ?? 0, 'type')
    this.id = textOf(json.id, 'id')
    this.block = textOf(json.block, 'block')
    this.chainId = textOf(json.chainId ?? json.chain_id, 'chainId')
    this.#json = json
    let payloads = 0
    for (const key in json) {
      // Of the members of an event, only its payload is an object.
      if (!isObject(json[key])) continue
      payloads += 1
      if (payloads > 1 || (typeOfPayload(key) ?? this.type) !== this.type)
        throw foreignPayload(this.type, key)
    }
  }

  get content(): string {
    return JSON.stringify(this.#json)
  }

  payload(): Payload | undefined {
    const field = payloadField(this.type)
    if (!field) return undefined
    const value = this.#json[field.jsonName] ?? this.#json[field.name]
    if (value === undefined || value === null) throw withoutPayload(this.type, field)
    if (!isObject(value)) throw malformed(field.jsonName, 'an object', value)
    return fromJson(field.message, value) as Payload
  }
}

function textOf(value: unknown, field: string): string {
  const text = value ?? ''
  if (typeof text !== 'string') throw malformed(field, 'a string', text)
  return text
}

/** A number that may be beyond 2^53: of many digits, or with an exponent. */
const LONG_NUMBER = /[:[,]\s*-?(?:\d{16}|\d[\d.]*[eE])/

/** Integers that are too large for an exact JavaScript number become their own text. */
function parseExactly(text: string): unknown {
  const reviver = (_key: string, value: unknown, { source }: { source: string }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
  // The third parameter is part of ES2026, which the library of this TypeScript does not know.
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown)
}

function parse(line: string): unknown {
  try {
    return LONG_NUMBER.test(line) ? parseExactly(line) : JSON.parse(line)
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
  // An empty list may be absent.
  if (response !== line && Object.values(response).every(value => value === null)) return []
  if (!Array.isArray(response.events)) return [line]
  const stray = response.events.findIndex(event => !isObject(event))
  if (stray >= 0) throw malformed(`events[${stray}]`, 'an object', response.events[stray])
  return response.events
}
