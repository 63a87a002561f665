import type { Messages } from '../definition.ts'

/** The chain: blocks, time, epochs. */
export const chain = {
  'vega.events.v1.BeginBlock': { height: [1, 'uint64'], timestamp: [2, 'int64'], hash: [3, 'string'] },
  'vega.events.v1.EndBlock': { height: [1, 'uint64'] },
  'vega.events.v1.TimeUpdate': { timestamp: [1, 'int64'] },
  'vega.events.v1.EpochEvent': {
    seq: [1, 'uint64'],
    action: [2, 'vega.EpochAction'],
    start_time: [3, 'int64'],
    expire_time: [4, 'int64'],
    end_time: [5, 'int64'],
  },
} as const satisfies Messages
