import { name, sequence } from './fields.ts'
import type { Projection } from './projection.ts'

/** A window of epochs includes only ended ones, so the highest ended epoch is part of the checkpoint. */
export const applyEpoch: Projection<'EPOCH_UPDATE'> = (event, batch) => {
  const epoch = sequence(event, 'seq')
  const action = name(event, 'action', 'EPOCH_ACTION_UNSPECIFIED')
  if (action === 'EPOCH_ACTION_END' && epoch > batch.endedEpoch) batch.endedEpoch = epoch
}
