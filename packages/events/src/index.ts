export { eventOfFrame } from './binary-event.ts'
export type { BusEvent, Payload } from './event.ts'
export { frameOfLine } from './frame-of-line.ts'
export type { EnumName } from './generated/schema.ts'
export { eventsOfLine } from './json-event.ts'
export { MalformedEvent, type Message, malformed } from './message.ts'
export type { EnumFieldOf, FieldOf, InnerMessage, ListOf, MessageName } from './schema/fields.ts'
export { type EventKind, type PayloadOf, payloads } from './schema/payloads.ts'
export { DamagedLine } from './source/damaged-line.ts'
export { type EventRecord, eventsOf, readRecords, sizeOfRecord } from './source/records.ts'
export { StreamError } from './source/stream-error.ts'
export { isPacked } from './source/unpacked.ts'
export {
  type ReadBlock,
  StreamOrder,
  StreamRules,
  streamRules,
  type Violation,
} from './stream-rules.ts'
