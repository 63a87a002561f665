/** The rules that the network's own data node (0.77) demands of a stream. It stops at the first violation. */
export const streamRules = {
  1: 'a stream begins with a whole block, at most one block above the last stored one',
  2: 'the numbers of the events of a block have no gap',
  3: 'every event lies between the begin and the end of its block',
  4: 'blocks follow each other without a gap',
  5: 'the chain id stays the same, and block times rise',
  6: 'a node sends nothing after PROTOCOL_UPGRADE_STARTED but the next block',
  7: 'a market has its settings',
  8: 'the numbers of an order fit',
  9: 'a stop order has a decimal trigger, and no update in the future',
  10: 'the numbers of a stake linking fit',
  11: 'the numbers of a reward payout fit',
  12: 'an AMM has parameters and a commitment, its market was created, and its asset listed',
  13: 'there is one event with the statistics of a referral set, or the fees of a market, in each epoch',
} as const

/** An event that breaks a rule. */
export interface Violation {
  readonly rule: keyof typeof streamRules
  /** The id of the event: `<height>-<number>`. */
  readonly place: string
  /** The difference, in a sentence. */
  readonly message: string
  /** The first event or block to give, if some are missing. */
  readonly give?: string
}
