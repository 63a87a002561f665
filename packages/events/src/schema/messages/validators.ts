import type { Messages } from '../definition.ts'

/** Stake linkings and node signatures. */
export const validators = {
  'vega.events.v1.StakeLinking': {
    id: [1, 'string'],
    type: [2, 'vega.events.v1.StakeLinking.Type'],
    ts: [3, 'int64'],
    party: [4, 'string'],
    amount: [5, 'string'],
    status: [6, 'vega.events.v1.StakeLinking.Status'],
    finalized_at: [7, 'int64'],
    tx_hash: [8, 'string'],
    block_height: [9, 'uint64'],
    block_time: [10, 'int64'],
    log_index: [11, 'uint64'],
    ethereum_address: [12, 'string'],
  },
  'vega.commands.v1.NodeSignature': {
    id: [1, 'string'],
    sig: [2, 'bytes'],
    kind: [3, 'vega.commands.v1.NodeSignatureKind'],
  },
} as const satisfies Messages
