import type { Market } from './model.ts'

const TRADING_MODES = {
  PROPOSED: 'TRADING_MODE_NO_TRADING',
  PENDING: 'TRADING_MODE_OPENING_AUCTION',
  ACTIVE: 'TRADING_MODE_CONTINUOUS',
  SUSPENDED: 'TRADING_MODE_MONITORING_AUCTION',
  SETTLED: 'TRADING_MODE_NO_TRADING',
} as const

/** Returns the protojson form of a market at `now` (Unix nanoseconds as text). */
export function marketMessage(market: Market, now: string): object {
  return {
    id: market.id,
    tradableInstrument: {
      instrument: {
        code: market.code,
        name: `${market.code} ${market.product}`,
        metadata: { tags: [`product:${market.product}`] },
        ...product(market),
      },
      marginCalculator: { scalingFactors: { searchLevel: 1.1, initialMargin: 1.2, collateralRelease: 1.4 } },
      logNormalRiskModel: { riskAversionParameter: 0.001, tau: 0.0001, params: { r: 0.016, sigma: 1.5 } },
    },
    decimalPlaces: String(market.decimals),
    fees: { factors: { makerFee: '0.0002', infrastructureFee: '0.0005', liquidityFee: '0.001' } },
    openingAuction: { duration: '10' },
    priceMonitoringSettings: {
      parameters: { triggers: [{ horizon: '60', probability: '0.9999', auctionExtension: '5' }] },
    },
    liquidityMonitoringParameters: { targetStakeParameters: { timeWindow: '3600', scalingFactor: 1 } },
    tradingMode: TRADING_MODES[market.state],
    state: `STATE_${market.state}`,
    marketTimestamps: { proposed: market.proposedAt, close: market.state === 'SETTLED' ? now : undefined },
    positionDecimalPlaces: '3',
    tickSize: '1',
  }
}

/** Spot markets trade the staking asset, which no other market uses. */
function product({ product, asset }: Market): object {
  if (product === 'spot') return { spot: { baseAsset: 'VOTE', quoteAsset: asset.id } }
  return { [product]: { settlementAsset: asset.id, quoteName: asset.symbol } }
}
