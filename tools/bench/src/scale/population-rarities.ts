import { idOf } from './chance.ts'
import type { Draft, Moment } from './events.ts'
import { ASSETS, EPOCH_BLOCKS, MARKETS } from './population.ts'

/** Referees with statistics in every epoch. */
const REFEREES = 100
const SIGNATURES_PER_RESOURCE = 3
const REWARDS_PER_BLOCK = 5

/** Every how many blocks one comes. */
const EVERY = { referee: 5, referralSet: 50, provision: 5, amm: 20 }

/** What comes once in a block or less often: everything but orders, stop orders, accounts and funding points. */
export function* rarities(moment: Moment): Generator<Draft> {
  const { block } = moment
  const nth = (kind: keyof typeof EVERY) => (block % EVERY[kind] === 0 ? block / EVERY[kind] : undefined)
  const [set, referee, provision, amm] = [nth('referralSet'), nth('referee'), nth('provision'), nth('amm')]
  if (set !== undefined) yield referralSet(set)
  if (referee !== undefined) yield refereeJoined(moment, referee)
  if (provision !== undefined) yield liquidityProvision(moment, provision)
  if (amm !== undefined) yield* automatedMarketMaker(moment, amm)
  yield stakeLinking(moment)
  yield nodeSignature(moment)
  for (let count = 0; count < REWARDS_PER_BLOCK; count += 1) yield rewardPayout(moment)
  if ((block + 1) % EPOCH_BLOCKS === 0) yield* epochEnd(moment)
}

function referralSet(number: number): Draft {
  const referrer = idOf('party', number)
  return ['REFERRAL_SET_CREATED', 'referralSetCreated', { setId: idOf('referral set', number), referrer }]
}

function refereeJoined({ block, time, epoch, chance }: Moment, number: number): Draft {
  const setId = idOf('referral set', chance.skewed(1 + Math.floor(block / EVERY.referralSet)))
  const joined = { setId, referee: idOf('referee', number), joinedAt: String(time), atEpoch: String(epoch) }
  return ['REFEREE_JOINED_REFERRAL_SET', 'refereeJoinedReferralSet', joined]
}

function liquidityProvision({ time, chance }: Moment, number: number): Draft {
  return [
    'LIQUIDITY_PROVISION',
    'liquidityProvision',
    {
      id: idOf('provision', number),
      partyId: idOf('party', chance.skewed(1000)),
      createdAt: String(time),
      marketId: idOf('market', chance.skewed(MARKETS)),
      commitmentAmount: String(1 + chance.below(1e9)),
      fee: '0.001',
      version: '1',
      status: chance.of(['STATUS_ACTIVE', 'STATUS_CANCELLED', 'STATUS_STOPPED', 'STATUS_PENDING']),
      reference: `reference ${number % 100}`,
    },
  ]
}

/** With the account of the party that it acts as. */
function* automatedMarketMaker({ chance }: Moment, number: number): Generator<Draft> {
  const market = chance.skewed(MARKETS)
  const marketId = idOf('market', market)
  const ammPartyId = idOf('amm', number)
  const partyId = idOf('party', chance.skewed(100))
  yield ['AMM', 'amm', { partyId, marketId, ammPartyId, status: 'STATUS_ACTIVE' }]
  const account = { owner: ammPartyId, asset: idOf('asset', market % ASSETS), marketId: '!' }
  yield ['ACCOUNT', 'account', { ...account, type: 'ACCOUNT_TYPE_GENERAL', balance: '1' }]
}

function stakeLinking({ block, time, chance }: Moment): Draft {
  const seconds = String(time / 1_000_000_000n)
  return [
    'STAKE_LINKING',
    'stakeLinking',
    {
      id: idOf('stake linking', block),
      type: 'TYPE_LINK',
      ts: seconds,
      party: idOf('party', chance.skewed(1000)),
      amount: String(1 + chance.below(1e9)),
      status: 'STATUS_ACCEPTED',
      finalizedAt: String(time),
      txHash: `0x${idOf('transaction', block)}`,
      blockHeight: String(block),
      blockTime: seconds,
      logIndex: '1',
      ethereumAddress: `0x${idOf('address', block).slice(0, 40)}`,
    },
  ]
}

/** One in ten is for the same resource, so that there is one with pages of them. */
function nodeSignature({ block }: Moment): Draft {
  const resource = block % 10 === 0 ? 0 : Math.floor(block / SIGNATURES_PER_RESOURCE)
  const sig = Buffer.from(idOf('signature', block), 'hex').toString('base64')
  const kind = 'NODE_SIGNATURE_KIND_ASSET_WITHDRAWAL'
  return ['NODE_SIGNATURE', 'nodeSignature', { id: idOf('resource', resource), sig, kind }]
}

function rewardPayout({ epoch, chance }: Moment): Draft {
  return [
    'REWARD_PAYOUT_EVENT',
    'rewardPayout',
    {
      party: idOf('party', chance.skewed(1000)),
      epochSeq: String(epoch),
      asset: idOf('asset', chance.below(ASSETS)),
      market: chance.fraction() < 0.2 ? '!' : idOf('market', chance.skewed(MARKETS)),
      rewardType: chance.of(['ACCOUNT_TYPE_GLOBAL_REWARD', 'ACCOUNT_TYPE_REWARD_MAKER_PAID_FEES']),
      amount: String(1 + chance.below(1e9)),
    },
  ]
}

/** The end of an epoch, with what the first referees traded and generated in it. */
function* epochEnd({ epoch, chance }: Moment): Generator<Draft> {
  const numbers = Array.from({ length: REFEREES }, (_, number) => number)
  const refereesStats = numbers.map(number => ({
    partyId: idOf('referee', number),
    epochNotionalTakerVolume: String(chance.below(1e9)),
  }))
  const generatedReward = numbers.map(number => ({
    party: idOf('referee', number),
    amount: '1',
    quantumAmount: `${chance.below(1e6)}.5`,
  }))
  const atEpoch = String(epoch)
  const setId = idOf('referral set', 0)
  yield ['REFERRAL_SET_STATS_UPDATED', 'referralSetStatsUpdated', { setId, atEpoch, refereesStats }]
  const referrerRewardsGenerated = [{ referrer: idOf('party', 0), generatedReward }]
  const [market, asset] = [idOf('market', 0), idOf('asset', 0)]
  yield ['FEES_STATS_UPDATED', 'feesStats', { market, asset, epochSeq: atEpoch, referrerRewardsGenerated }]
  yield ['EPOCH_UPDATE', 'epochEvent', { seq: atEpoch, action: 'EPOCH_ACTION_END' }]
}
