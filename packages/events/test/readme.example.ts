// #region read
import { createReadStream } from 'node:fs'
import { eventsOf, readRecords } from '@trading-network/events'

for await (const records of readRecords(createReadStream('events.evts.gz'))) {
  for (const event of records.flatMap(eventsOf)) {
    if (event.type === 'BUS_EVENT_TYPE_ORDER') console.log(event.id, event.payload())
  }
}
// #endregion
