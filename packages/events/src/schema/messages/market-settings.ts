import type { Messages } from '../definition.ts'

/** Settings of a market: margin, risk, fees, auctions, monitoring. */
export const marketSettings = {
  'vega.MarginCalculator': {
    scaling_factors: [1, 'vega.ScalingFactors'],
    fully_collateralised: [2, 'bool', 'optional'],
  },
  'vega.ScalingFactors': {
    search_level: [1, 'double'],
    initial_margin: [2, 'double'],
    collateral_release: [3, 'double'],
  },
  'vega.LogNormalRiskModel': {
    risk_aversion_parameter: [1, 'double'],
    tau: [2, 'double'],
    params: [3, 'vega.LogNormalModelParams'],
    risk_factor_override: [4, 'vega.RiskFactorOverride', 'optional'],
  },
  'vega.LogNormalModelParams': { mu: [1, 'double'], r: [2, 'double'], sigma: [3, 'double'] },
  'vega.RiskFactorOverride': { short: [1, 'string'], long: [2, 'string'] },
  'vega.SimpleRiskModel': { params: [1, 'vega.SimpleModelParams'] },
  'vega.SimpleModelParams': {
    factor_long: [1, 'double'],
    factor_short: [2, 'double'],
    max_move_up: [3, 'double'],
    min_move_down: [4, 'double'],
    probability_of_trading: [5, 'double'],
  },
  'vega.Fees': {
    factors: [1, 'vega.FeeFactors'],
    liquidity_fee_settings: [2, 'vega.LiquidityFeeSettings'],
  },
  'vega.FeeFactors': {
    maker_fee: [1, 'string'],
    infrastructure_fee: [2, 'string'],
    liquidity_fee: [3, 'string'],
    treasury_fee: [4, 'string'],
    buy_back_fee: [5, 'string'],
  },
  'vega.LiquidityFeeSettings': {
    method: [1, 'vega.LiquidityFeeSettings.Method'],
    fee_constant: [2, 'string', 'optional'],
  },
  'vega.AuctionDuration': { duration: [1, 'int64'], volume: [2, 'uint64'] },
  'vega.PriceMonitoringSettings': { parameters: [1, 'vega.PriceMonitoringParameters'] },
  'vega.PriceMonitoringParameters': { triggers: [1, 'vega.PriceMonitoringTrigger', 'repeated'] },
  'vega.PriceMonitoringTrigger': {
    horizon: [1, 'int64'],
    probability: [2, 'string'],
    auction_extension: [3, 'int64'],
  },
  'vega.LiquidityMonitoringParameters': {
    target_stake_parameters: [1, 'vega.TargetStakeParameters'],
    triggering_ratio: [2, 'string'],
    auction_extension: [3, 'int64'],
  },
  'vega.TargetStakeParameters': { time_window: [1, 'int64'], scaling_factor: [2, 'double'] },
} as const satisfies Messages
