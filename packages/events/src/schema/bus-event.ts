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

/** Returns the field with the payload of an event type; undefined for a type that {@link payloads} does not list. */
export function payloadField(type: string): PayloadField | undefined {
  return fields.get(type)
}
