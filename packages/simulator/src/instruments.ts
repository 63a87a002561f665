/** A traded instrument: its name, the symbol of its settlement or quote asset, and its mid price with two decimals. */
export interface Instrument {
  readonly name: string
  readonly product: 'future' | 'perpetual' | 'spot'
  readonly asset: string
  readonly price: number
}

/** The markets of a network at scale 1. Spot markets trade the staking asset, which no other market uses. */
export const INSTRUMENTS: readonly Instrument[] = [
  { name: 'BTC/tUSD future', product: 'future', asset: 'tUSD', price: 6_412_350 },
  { name: 'ETH/tUSD perpetual', product: 'perpetual', asset: 'tUSD', price: 341_300 },
  { name: 'Gold/tEUR future', product: 'future', asset: 'tEUR', price: 218_050 },
  { name: 'SOL/tEUR perpetual', product: 'perpetual', asset: 'tEUR', price: 14_520 },
  { name: 'VOTE/tUSD spot', product: 'spot', asset: 'tUSD', price: 1_250 },
  { name: 'Cocoa/fBTC future', product: 'future', asset: 'fBTC', price: 12_470 },
]
