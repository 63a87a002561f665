import { integer } from '../ingest/protojson.ts'
import type { Projection } from './projection.ts'

/** Only ended epochs count in a window of epochs, so the highest one is part of the checkpoint. */
export const epochEvents: Projection = {
  event: 'EPOCH_UPDATE',
  payload: 'epochEvent',
  apply(event, batch) {
    const epoch = integer(event, 'seq')
    if (event.action === 'EPOCH_ACTION_END' && epoch > batch.endedEpoch) batch.endedEpoch = epoch
  },
}
