import agents from '@trading-network/spec/openapi-agents.json' with { type: 'json' }
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SampleNetwork } from '../../src/commands/sample/sample-network.ts'
import { type Running, running } from '../running.ts'

const market = 'a0245abe0e871c65f7bb9be562d6f9ac7e6c4b8ded8f5c8a6c4634bc801615a2'
const asset = '862351eebf34551d328c09f1c294a2095c9f9e7790193cb4b9665533af2b7559'
const party = '37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac'

type Arguments = Readonly<Record<string, string | boolean | number | readonly string[]>>
// biome-ignore lint/suspicious/noExplicitAny: an agent reads into whatever came
type Body = any

/** A question in words, the call of a tool that answers it, and the answer that an agent reads from the response. */
const tasks: readonly (readonly [
  question: string,
  tool: string,
  sent: Arguments,
  read: (body: Body) => unknown,
  answer: unknown,
])[] = [
  [
    `How much of asset ${asset}, which has 6 decimals, does party ${party} have in its general account?`,
    'listAccounts',
    { 'filter.partyIds': [party], 'filter.assetId': asset, 'filter.accountTypes': ['ACCOUNT_TYPE_GENERAL'] },
    ({ accounts }) => Number(accounts.edges[0].node.balance) / 1e6,
    9876.54321,
  ],
  [
    `Which stop orders of party ${party} still wait?`,
    'listStopOrders',
    { 'filter.partyIds': [party], 'filter.liveOnly': true },
    ({ orders }) => orders.edges.map(({ node }: Body) => node.stopOrder.id),
    [
      'df8b065caa471c087d1d74aba1ad60362f2f9701072bb4e2848e64e1015fe32d',
      '3696bf3a5d1acfa42b87fbf508619316d679bda1edbc10d46665a43afbd6fa95',
      '7ed416215463709af4dfb9326fd2c7a8a54987f07745b9a462da73bd51875392',
    ],
  ],
  [
    'How many stop orders last changed on 16 July 2024, between 18:46:40 and 19:46:40 UTC?',
    'listStopOrders',
    {
      'filter.dateRange.startTimestamp': '1721155600000000000',
      'filter.dateRange.endTimestamp': '1721159200000000000',
    },
    ({ orders }) => [orders.edges.length, orders.pageInfo.hasNextPage],
    [3, false],
  ],
  [
    `How much stake does party ${party} have? (Stake has 18 decimals.)`,
    'getStake',
    { partyId: party, 'pagination.first': 1 },
    ({ currentStakeAvailable }) => Number(currentStakeAvailable) / 1e18,
    24_999.5,
  ],
  [
    `What was paid most for in asset ${asset} from epoch 266 to 276?`,
    'listEpochRewardSummaries',
    { 'filter.assetIds': [asset], 'filter.fromEpoch': '266', 'filter.toEpoch': '276' },
    ({ summaries }) => {
      const nodes = summaries.edges.map(({ node }: Body) => node)
      return nodes.toSorted((one: Body, other: Body) => Number(other.amount) - Number(one.amount))[0]
        .rewardType
    },
    'ACCOUNT_TYPE_GLOBAL_REWARD',
  ],
  [
    'How much of order b423706acd5c94655c1273dcd6c78ef7f72b4186e0f69553c376e845b45c4c44 is filled, as a share?',
    'getOrder',
    { orderId: 'b423706acd5c94655c1273dcd6c78ef7f72b4186e0f69553c376e845b45c4c44' },
    ({ order }) => 1 - Number(order.remaining) / Number(order.size),
    0.625,
  ],
  [
    'What was the price of that order in its first version, on a market with 5 decimals?',
    'getOrder',
    { orderId: 'b423706acd5c94655c1273dcd6c78ef7f72b4186e0f69553c376e845b45c4c44', version: 1 },
    ({ order }) => Number(order.price) / 1e5,
    3412.5,
  ],
  [
    `What was the first external price in funding period 42 of market ${market}?`,
    'listFundingPeriodDataPoints',
    {
      marketId: market,
      source: 'SOURCE_EXTERNAL',
      seq: '42',
      'pagination.newestFirst': false,
      'pagination.first': 1,
    },
    ({ fundingPeriodDataPoints }) => fundingPeriodDataPoints.edges[0].node.price,
    '3408967215',
  ],
  [
    'How many nodes have signed withdrawal 236c2e77351e7996c35f971159cda72c8a09ee58167e667013a837bb01612181?',
    'listNodeSignatures',
    { id: '236c2e77351e7996c35f971159cda72c8a09ee58167e667013a837bb01612181' },
    ({ signatures }) => new Set(signatures.edges.map(({ node }: Body) => node.sig)).size,
    4,
  ],
  [
    `Which liquidity provision of market ${market} with the reference mm-eth-usdt is active, and does a change wait?`,
    'listLiquidityProvisions',
    { marketId: market, reference: 'mm-eth-usdt', live: true },
    ({ liquidityProvisions }) =>
      liquidityProvisions.edges.map(({ node }: Body) => [
        node.current.status,
        node.pending?.commitmentAmount,
      ]),
    [['STATUS_ACTIVE', '90000000000']],
  ],
  [
    `Which rewards did referee ${party} generate in the last 30 epochs, in quantum units?`,
    'listReferralSetReferees',
    { referee: party, aggregationEpochs: 30 },
    ({ referralSetReferees }) => referralSetReferees.edges[0].node.totalRefereeGeneratedRewards,
    '1289.5',
  ],
]

describe('the edition for agents', () => {
  let server: Running
  beforeAll(async () => {
    server = await running([...new SampleNetwork().past()].flat())
  })
  afterAll(() => server.close())

  const tools = Object.entries(agents.paths).map(([path, { get }]) => ({ path, ...get }))

  it.each(tasks)('answers: %s', async (_, name, sent, read, answer) => {
    const tool = tools.find(({ operationId }) => operationId === name)
    expect(tool?.parameters.map(parameter => parameter.name)).toEqual(
      expect.arrayContaining(Object.keys(sent)),
    )
    const query = new URLSearchParams()
    let path = tool?.path ?? ''
    for (const [parameter, value] of Object.entries(sent)) {
      if (path.includes(`{${parameter}}`)) path = path.replace(`{${parameter}}`, String(value))
      else for (const each of [value].flat()) query.append(parameter, String(each))
    }
    const { status, body } = await server.get(`${path}?${query}`)
    expect([status, read(body)]).toEqual([200, answer])
  })

  it('has a question for each tool', () => {
    const asked = new Set(tasks.map(([, tool]) => tool))
    expect(tools.map(({ operationId }) => operationId).filter(name => !asked.has(name))).toEqual([])
  })
})
