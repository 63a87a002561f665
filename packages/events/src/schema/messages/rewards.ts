import type { Messages } from '../definition.ts'

/** Rewards and referrals. */
export const rewards = {
  'vega.events.v1.RewardPayoutEvent': {
    party: [1, 'string'],
    epoch_seq: [2, 'string'],
    asset: [3, 'string'],
    amount: [4, 'string'],
    percent_of_total_reward: [5, 'string'],
    timestamp: [6, 'int64'],
    reward_type: [7, 'string'],
    // Retired in 0.74. Older recordings have it.
    market: [8, 'string', 'retired'],
    locked_until_epoch: [9, 'string'],
    quantum_amount: [10, 'string'],
    game_id: [11, 'string', 'optional'],
  },
  'vega.events.v1.ReferralSetCreated': {
    set_id: [1, 'string'],
    referrer: [2, 'string'],
    created_at: [3, 'int64'],
    updated_at: [4, 'int64'],
  },
  'vega.events.v1.RefereeJoinedReferralSet': {
    set_id: [1, 'string'],
    referee: [2, 'string'],
    joined_at: [3, 'int64'],
    at_epoch: [4, 'uint64'],
  },
  'vega.events.v1.ReferralSetStatsUpdated': {
    set_id: [1, 'string'],
    at_epoch: [2, 'uint64'],
    referral_set_running_notional_taker_volume: [3, 'string'],
    referees_stats: [4, 'vega.events.v1.RefereeStats', 'repeated'],
    reward_factor: [5, 'string'],
    rewards_multiplier: [6, 'string'],
    rewards_factor_multiplier: [7, 'string'],
    was_eligible: [8, 'bool'],
    referrer_taker_volume: [9, 'string'],
    reward_factors: [10, 'vega.RewardFactors'],
    reward_factors_multiplier: [11, 'vega.RewardFactors'],
  },
  'vega.events.v1.RefereeStats': {
    party_id: [1, 'string'],
    discount_factor: [2, 'string'],
    epoch_notional_taker_volume: [4, 'string'],
    discount_factors: [5, 'vega.DiscountFactors'],
  },
  'vega.DiscountFactors': {
    infrastructure_discount_factor: [1, 'string'],
    liquidity_discount_factor: [2, 'string'],
    maker_discount_factor: [3, 'string'],
  },
  'vega.RewardFactors': {
    infrastructure_reward_factor: [1, 'string'],
    liquidity_reward_factor: [2, 'string'],
    maker_reward_factor: [3, 'string'],
  },
  'vega.events.v1.FeesStats': {
    market: [1, 'string'],
    asset: [2, 'string'],
    epoch_seq: [3, 'uint64'],
    total_rewards_received: [4, 'vega.events.v1.PartyAmount', 'repeated'],
    referrer_rewards_generated: [5, 'vega.events.v1.ReferrerRewardsGenerated', 'repeated'],
    referees_discount_applied: [6, 'vega.events.v1.PartyAmount', 'repeated'],
    volume_discount_applied: [7, 'vega.events.v1.PartyAmount', 'repeated'],
    total_maker_fees_received: [8, 'vega.events.v1.PartyAmount', 'repeated'],
    maker_fees_generated: [9, 'vega.events.v1.MakerFeesGenerated', 'repeated'],
    total_fees_paid_and_received: [11, 'vega.events.v1.PartyAmount', 'repeated'],
  },
  'vega.events.v1.PartyAmount': {
    party: [1, 'string'],
    amount: [2, 'string'],
    quantum_amount: [3, 'string'],
  },
  'vega.events.v1.ReferrerRewardsGenerated': {
    referrer: [1, 'string'],
    generated_reward: [2, 'vega.events.v1.PartyAmount', 'repeated'],
  },
  'vega.events.v1.MakerFeesGenerated': {
    taker: [1, 'string'],
    maker_fees_paid: [2, 'vega.events.v1.PartyAmount', 'repeated'],
  },
} as const satisfies Messages
