import type { DescEnum, DescField, DescMessage } from '@bufbuild/protobuf'
import { createEventRegistry } from '../registry.ts'
import { payloads } from './payloads.ts'

const TYPE_PREFIX = 'BUS_EVENT_TYPE_'

const registry = createEventRegistry()

/** The message of an event, and its types. */
export const busEvent = registry.getMessage('vega.events.v1.BusEvent') as DescMessage
export const eventTypes = registry.getEnum('vega.events.v1.BusEventType') as DescEnum

export type PayloadField = DescField & { readonly message: DescMessage }

const fields: ReadonlyMap<string, PayloadField> = new Map(
  Object.entries(payloads).map(([kind, field]) => [
    TYPE_PREFIX + kind,
    busEvent.field[field] as PayloadField,
  ]),
)

const typesByPayload: ReadonlyMap<string | number, string> = new Map(
  [...fields].flatMap(([type, { name, jsonName, number }]) =>
    [name, jsonName, number].map(key => [key, type] as const),
  ),
)

/** Returns the event type of a payload's field, by one of its names or by its number; undefined for other fields. */
export function typeOfPayload(field: string | number): string | undefined {
  return typesByPayload.get(field)
}

const NO_TYPES = ['UNSPECIFIED', 'ALL'].map(name => TYPE_PREFIX + name)
const typeNames = new Set(eventTypes.values.map(({ name }) => name).filter(name => !NO_TYPES.includes(name)))

/** Returns true for a type of events that a release of the network has. */
export function isEventType(type: string): boolean {
  return typeNames.has(type)
}

/** Returns the field with the payload of an event type; undefined for a type that {@link payloads} does not list. */
export function payloadField(type: string): PayloadField | undefined {
  return fields.get(type)
}
