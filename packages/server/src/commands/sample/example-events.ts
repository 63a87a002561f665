import { createRequire } from 'node:module'
import type { EventKind } from '@trading-network/events'
import { type GivenMarket, marketMessage, pendingMarket } from '@trading-network/simulator'

type Fields = Readonly<Record<string, unknown>>

/** An event of a block: its type without the common prefix, and its payload in JSON form. */
export type EventDraft = readonly [kind: EventKind, message: Fields]

type Node = Fields & Readonly<Record<string, string>>

/** The contract's examples by name, such as `listAccounts-typicalPage`; `value` is the body of the response. */
const { examples } = createRequire(import.meta.url)('@trading-network/spec/openapi.json').components as {
  examples: Readonly<Record<string, { readonly value: Fields }>>
}

/** The market and asset of the examples. The contract's examples have their ids, and events of the network their names. */
export const EXAMPLE_MARKET: GivenMarket = {
  id: 'a0245abe0e871c65f7bb9be562d6f9ac7e6c4b8ded8f5c8a6c4634bc801615a2',
  code: 'ETH/USDT perpetual',
  price: 341_300_000,
  decimals: 5,
  asset: {
    id: '862351eebf34551d328c09f1c294a2095c9f9e7790193cb4b9665533af2b7559',
    symbol: 'USDT',
    decimals: 6,
    contract: '0xdac17f958d2ee523a2206206994597c13d831ec7',
  },
}

/** The party that created the referral set of the examples, whose id is in none of them. */
const REFERRER = '57dfee082c7284f103a4be67bf085ca75c0bae34d1a4f14badf4a5937f04f003'

/** Returns the nodes of an operation's example pages, oldest first, each once. */
function nodesOf(operationId: string, container: string): Node[] {
  const pages = Object.entries(examples).filter(([name]) => name.startsWith(`${operationId}-`))
  // The typical page is the first and newest one; the last page has the oldest nodes.
  const rank = (name: string) =>
    ['lastPage', 'networkOwner', 'typicalPage'].findIndex(page => name.endsWith(page))
  const nodes = pages
    .sort(([one], [other]) => rank(one) - rank(other))
    .flatMap(([, { value }]) =>
      (value[container] as { edges: { node: Node }[] }).edges.map(({ node }) => node).reverse(),
    )
  return [...new Map(nodes.map(node => [JSON.stringify(node), node])).values()]
}

/** Returns events of a network that gives the contract's examples as responses. */
export function exampleEvents(): EventDraft[] {
  return [
    [
      'MARKET_CREATED',
      { ...marketMessage(pendingMarket(EXAMPLE_MARKET)), marketTimestamps: { proposed: '0' } },
    ],
    ...nodesOf('listAccounts', 'accounts').flatMap(accountEvents),
    ...nodesOf('listStopOrders', 'orders').map((node): EventDraft => ['STOP_ORDER', node]),
    ...nodesOf('listLiquidityProvisions', 'liquidityProvisions').flatMap(provisionEvents),
    ...nodesOf('getStake', 'stakeLinkings').map(linkingEvent),
    ...nodesOf('listNodeSignatures', 'signatures').map((node): EventDraft => ['NODE_SIGNATURE', node]),
    ...nodesOf('listFundingPeriodDataPoints', 'fundingPeriodDataPoints').map(
      (node): EventDraft => ['FUNDING_PERIOD_DATA_POINT', node],
    ),
    ...nodesOf('listEpochRewardSummaries', 'summaries').map(payoutEvent),
    ...refereeEvents(nodesOf('listReferralSetReferees', 'referralSetReferees')),
    ...['historicVersion', 'typicalOrder', 'icebergOrder', 'peggedOrder', 'rejectedOrder'].map(
      (name): EventDraft => ['ORDER', examples[`getOrder-${name}`]?.value.order as Fields],
    ),
  ]
}

function accountEvents({ parentPartyId, owner, marketId, ...node }: Node): EventDraft[] {
  const amm = {
    id: 'e'.repeat(64),
    ammPartyId: owner,
    partyId: parentPartyId,
    marketId: EXAMPLE_MARKET.id,
    commitment: '1000000000',
    parameters: { base: String(EXAMPLE_MARKET.price) },
    status: 'STATUS_ACTIVE',
  }
  return [
    ...(parentPartyId ? [['AMM', amm] as const] : []),
    ['ACCOUNT', { ...node, owner: owner === 'network' ? '*' : owner, marketId: marketId || '!' }],
  ]
}

function provisionEvents(node: Fields): EventDraft[] {
  const states = [node.current, node.pending].filter(state => state !== undefined) as Fields[]
  return states.map(state => ['LIQUIDITY_PROVISION', state])
}

function linkingEvent(node: Node): EventDraft {
  const seconds = (nanos: string | undefined) => String(BigInt(nanos ?? '0') / 1_000_000_000n)
  return ['STAKE_LINKING', { ...node, ts: seconds(node.ts), blockTime: seconds(node.blockTime) }]
}

/** A network of today names no market in a payout. */
function payoutEvent({ epoch, assetId, rewardType, amount }: Node): EventDraft {
  return [
    'REWARD_PAYOUT_EVENT',
    {
      epochSeq: epoch,
      asset: assetId,
      rewardType,
      amount,
      percentOfTotalReward: '1',
    },
  ]
}

/** Puts every referee's totals into one epoch, the last of the window. */
function refereeEvents(nodes: Node[]): EventDraft[] {
  const seq = String(Math.max(...nodes.map(({ atEpoch }) => Number(atEpoch))) + 1)
  const sets = new Set(nodes.map(({ referralSetId }) => referralSetId))
  return [
    ...[...sets].map((setId): EventDraft => {
      const createdAt = nodes.find(({ referralSetId }) => referralSetId === setId)?.joinedAt
      return ['REFERRAL_SET_CREATED', { setId, referrer: REFERRER, createdAt }]
    }),
    ...nodes.map(
      ({ referralSetId, referee, joinedAt, atEpoch }): EventDraft => [
        'REFEREE_JOINED_REFERRAL_SET',
        { setId: referralSetId, referee, joinedAt, atEpoch },
      ],
    ),
    ...[...sets].map((setId): EventDraft => {
      const refereesStats = nodes
        .filter(({ referralSetId }) => referralSetId === setId)
        .map(({ referee, totalRefereeNotionalTakerVolume: volume }) => ({
          partyId: referee,
          epochNotionalTakerVolume: volume,
        }))
      return ['REFERRAL_SET_STATS_UPDATED', { setId, atEpoch: seq, refereesStats }]
    }),
    [
      'FEES_STATS_UPDATED',
      {
        market: EXAMPLE_MARKET.id,
        asset: EXAMPLE_MARKET.asset.id,
        epochSeq: seq,
        referrerRewardsGenerated: [
          {
            referrer: REFERRER,
            generatedReward: nodes.map(({ referee, totalRefereeGeneratedRewards: quantumAmount }) => ({
              party: referee,
              quantumAmount,
            })),
          },
        ],
      },
    ],
    ['EPOCH_UPDATE', { seq, action: 'EPOCH_ACTION_END' }],
  ]
}
