// #region registry
import { fromBinary, toJsonString } from '@bufbuild/protobuf'
import { createEventRegistry } from '@trading-network/events/registry'

const busEvent = createEventRegistry().getMessage('vega.events.v1.BusEvent')!

export function json(bytes: Uint8Array): string {
  return toJsonString(busEvent, fromBinary(busEvent, bytes))
}
// #endregion
