export { type BusEvent, eventOfFrame, eventsOfLine, type Payload } from './event.ts'
export { frameOfLine } from './frame-of-line.ts'
export { MalformedEvent, type Message, malformed } from './message.ts'
export {
  type EnumFieldOf,
  type FieldOf,
  type InnerMessage,
  type MessageName,
  messages,
} from './schema/all-messages.ts'
export { type EventKind, envelope, type PayloadOf, payloads } from './schema/bus-event.ts'
export type { FieldDefinition, FieldLabel, FieldType, Messages, Scalar } from './schema/definition.ts'
export { type EnumName, type EnumValues, enums } from './schema/enums.ts'
export { type Field, jsonName, type MessageType, messageType } from './schema/message-type.ts'
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
