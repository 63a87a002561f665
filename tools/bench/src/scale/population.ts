/**
 * The network that is seeded: what a block brings, so that every kind of record grows in proportion with the blocks. At
 * scale 1 it has 10 million orders, 2 million stop orders, 5 million accounts and 10 million funding points.
 */
export const PER_BLOCK = { orders: 100, amendments: 5, stopOrders: 20, accounts: 50, fundingPoints: 100 }

/** Blocks of a network of scale 1. */
const BLOCKS = 100_000

/** A block stands for minutes of a real network, so that a network of scale 1 is a year old. */
export const BLOCK_NANOS = 300_000_000_000n
export const START = 1_735_689_600_000_000_000n

export const MARKETS = 100
export const ASSETS = 10

/** Blocks of an epoch, and of a funding period: a network of scale 1 has more than a thousand epochs. */
export const EPOCH_BLOCKS = 90
export const PERIOD_BLOCKS = 96

/** How many blocks a network of this scale has. */
export function blocksOf(scale: number): number {
  return Math.max(1, Math.round(BLOCKS * scale))
}

/** About how many events that is, to tell how far a seeding has come. */
export function eventsOf(scale: number): number {
  const { orders, amendments, stopOrders, accounts, fundingPoints } = PER_BLOCK
  return blocksOf(scale) * (orders + amendments + 2 * stopOrders + accounts + fundingPoints + 10)
}
