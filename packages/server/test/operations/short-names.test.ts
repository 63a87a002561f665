import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Chain } from '../chain.ts'
import {
  account,
  asset,
  liquidityProvision,
  market,
  nodeSignature,
  orderId,
  rewardPayout,
} from '../events.ts'
import { running } from '../running.ts'

const ACCOUNTS = '/api/v2/accounts?filter.assetId='
const SUMMARIES = '/api/v2/rewards/epoch/summaries?filter.assetIds='
const SIGNATURES = '/api/v2/node/signatures?id='
const LISTS = [
  [ACCOUNTS, 'filter.assetId', 'accounts'],
  [SUMMARIES, 'filter.assetIds', 'summaries'],
  [SIGNATURES, 'id', 'signatures'],
] as const

const WELL_KNOWN = [
  'VOTE',
  'network',
  'XYZalpha',
  'XYZbeta',
  'XYZdelta',
  'XYZepsilon',
  'XYZgamma',
  'fBTC',
  'fDAI',
  'fEURO',
  'fUSDC',
]

async function serving(chain: Chain) {
  const server = await running(chain.lines)
  onTestFinished(server.close)
  return server
}

const fields = (body: { details: { fieldViolations: { field: string; description: string }[] }[] }) =>
  body.details.flatMap(({ fieldViolations }) => fieldViolations)

describe.each(LISTS)('%s', (path, parameter, page) => {
  it('takes an even number of hexadecimal digits and the well-known names, whether or not a record has them', async () => {
    const { get } = await serving(new Chain().block())
    for (const id of [asset(9), asset(9).toUpperCase(), '00', 'deadBEEF', ...WELL_KNOWN]) {
      const { status, body } = await get(path + id)
      expect([id, status]).toEqual([id, 200])
      expect(body[page].edges).toEqual([])
    }
  })

  it('refuses what is mistyped, and says what is allowed', async () => {
    const { get } = await serving(new Chain().block(account({ asset: 'VOTE' })))
    for (const id of [
      asset(9).slice(1),
      `${asset(9).slice(1)}g`,
      'zz',
      'abc',
      'NETWORK',
      'fbtc',
      'myToken',
    ]) {
      const { status, body, headers } = await get(path + id)
      expect([id, status, body.code]).toEqual([id, 400, 3])
      expect(fields(body)).toMatchObject([{ field: parameter }])
      expect(headers).toMatchObject({ 'x-block-height': '1', 'cache-control': 'no-cache' })
      expect(headers).not.toHaveProperty('etag')
    }
    expect(fields((await get(`${path}vote`)).body)).toEqual([
      {
        field: parameter,
        description: `must be an even number of hexadecimal digits, one of ${WELL_KNOWN.join(', ')}, or a name that a record carries, got "vote" (4 characters); write VOTE`,
      },
    ])
  })

  it.each([
    ['an account', account({ asset: 'myToken' }), 'accounts'],
    ['a reward', rewardPayout({ asset: 'myToken' }), 'summaries'],
    ['a signature', nodeSignature({ id: 'myToken' }), 'signatures'],
  ])('takes a name that %s carries', async (_, event, list) => {
    const { get } = await serving(new Chain().block(event))
    const { status, body } = await get(`${path}myToken`)
    expect(status).toBe(200)
    expect(body[page].edges).toHaveLength(list === page ? 1 : 0)
    expect((await get(`${path}mytoken`)).status).toBe(400)
  })

  it('takes a name from the block on that brings it, also where it was asked for before', async () => {
    const chain = new Chain().block(account({}))
    const { get, more } = await serving(chain)
    const statuses = async () => [
      (await get(`${path}myToken`)).status,
      (await get(`${path}myToken`)).status,
      (await get(`${path}myToken`)).status,
    ]
    expect(await statuses()).toEqual([400, 400, 400])
    chain.block(account({ asset: 'myToken' }))
    await more(chain.lines)
    // Requests of one turn of the event loop see the same block.
    await setImmediate()
    expect(await statuses()).toEqual([200, 200, 200])
  })
})

describe('names of several parameters and values', () => {
  it('are all named when no record carries them, up to twenty', async () => {
    const { get } = await serving(new Chain().block(account({ asset: 'myToken' })))
    const assets = (names: readonly string[]) => SUMMARIES + names.join('&filter.assetIds=')
    const { body } = await get(assets(['vote', 'myToken', asset(1), 'no', 'fDai']))
    expect(fields(body).map(({ description }) => /got (".*?")/.exec(description)?.[1])).toEqual([
      '"vote"',
      '"no"',
      '"fDai"',
    ])
    const flood = Array.from({ length: 100 }, (_, number) => `x${number}`)
    expect(fields((await get(assets(flood))).body)).toHaveLength(20)
  })

  it('are no names of assets when only a party, a commitment or a kind of reward is called that', async () => {
    const { get } = await serving(
      new Chain().block(
        account({ owner: 'someone' }),
        liquidityProvision({ reference: 'someone' }),
        rewardPayout({ rewardType: 'someone' }),
      ),
    )
    expect((await get(`${ACCOUNTS}someone`)).status).toBe(400)
  })

  it('combine with the other filters and with pages', async () => {
    const { get } = await serving(
      new Chain().blocks([
        account({ asset: 'myToken', marketId: market(1) }),
        account({ asset: 'myToken', marketId: market(2) }),
        account({ asset: asset(1), marketId: market(2) }),
      ]),
    )
    const filtered = await get(`${ACCOUNTS}myToken&filter.marketIds=${market(2)}&pagination.first=1`)
    expect(filtered.body.accounts.edges).toHaveLength(1)
    const first = await get(`${ACCOUNTS}myToken&pagination.first=1`)
    const { endCursor } = first.body.accounts.pageInfo
    const next = await get(`${ACCOUNTS}myToken&pagination.first=1&pagination.after=${endCursor}`)
    expect(next.body.accounts.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    expect((await get(`${ACCOUNTS}myToken&pagination.after=AAAA`)).status).toBe(400)
    expect((await get(`${SIGNATURES}${orderId(1)}`)).status).toBe(200)
  })
})
