import type { Market, Party } from './model.ts'
import { int64, repeated } from './protojson.ts'

/** Status of a liquidity provision, without its `STATUS_` prefix. */
export type ProvisionStatus = 'ACTIVE' | 'STOPPED' | 'CANCELLED' | 'REJECTED' | 'UNDEPLOYED' | 'PENDING'

/** One level of a provision's shape, and its order. */
export interface LiquidityOrder {
  readonly orderId: string
  readonly reference: 'PEGGED_REFERENCE_BEST_BID' | 'PEGGED_REFERENCE_BEST_ASK'
  readonly proportion: number
  /** Scaled by the market's decimals. */
  readonly offset: number
}

/** The current state of a liquidity provision, including an update that waits for the next epoch. */
export interface LiquidityProvision {
  readonly id: string
  readonly party: Party
  readonly market: Market
  readonly createdAt: string
  readonly reference: string
  readonly buys: readonly LiquidityOrder[]
  readonly sells: readonly LiquidityOrder[]
  updatedAt: string | undefined
  /** Scaled by the asset's decimals. */
  commitment: bigint
  /** Fee factor in units of 0.0001. */
  fee: number
  version: number
  status: ProvisionStatus
}

/** The protojson form of a liquidity provision. */
export function liquidityProvisionMessage(provision: LiquidityProvision): object {
  return {
    id: provision.id,
    partyId: provision.party.id,
    createdAt: provision.createdAt,
    updatedAt: provision.updatedAt,
    marketId: provision.market.id,
    commitmentAmount: String(provision.commitment),
    fee: String(provision.fee / 10_000),
    sells: repeated(provision.sells.map(liquidityOrderMessage)),
    buys: repeated(provision.buys.map(liquidityOrderMessage)),
    version: int64(provision.version),
    status: `STATUS_${provision.status}`,
    reference: provision.reference,
  }
}

function liquidityOrderMessage({ orderId, reference, proportion, offset }: LiquidityOrder): object {
  return { orderId, liquidityOrder: { reference, proportion, offset: String(offset) } }
}
