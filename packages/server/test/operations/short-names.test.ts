import { describe, expect, it } from 'vitest'
import { Chain } from '../chain.ts'
import { account, asset, liquidityProvision, nodeSignature, rewardPayout } from '../events.ts'
import { running } from '../running.ts'

const ACCOUNTS = '/api/v2/accounts?filter.assetId='
const SUMMARIES = '/api/v2/rewards/epoch/summaries?filter.assetIds='
const SIGNATURES = '/api/v2/node/signatures?id='

const WELL_KNOWN = 'VOTE network XYZalpha XYZbeta XYZdelta XYZepsilon XYZgamma fBTC fDAI fEURO fUSDC'.split(
  ' ',
)

const fields = (body: { details: { fieldViolations: { field: string; description: string }[] }[] }) =>
  body.details.flatMap(({ fieldViolations }) => fieldViolations)

describe('the name of an asset or of a signed resource', () => {
  it.each([ACCOUNTS, SUMMARIES, SIGNATURES])(
    'is hexadecimal or well known, or carried by a record: %s',
    async path => {
      const { get } = await running(new Chain().block(account({ asset: 'VOTE' })).lines)
      for (const id of [asset(9), '00', 'deadBEEF', ...WELL_KNOWN])
        expect([id, (await get(path + id)).status]).toEqual([id, 200])
      for (const id of [asset(9).slice(1), 'zz', 'abc', 'NETWORK', 'fbtc', 'myToken'])
        expect([id, (await get(path + id)).status]).toEqual([id, 400])
      const { body, headers } = await get(`${path}vote`)
      expect(headers).toMatchObject({ 'x-block-height': '1', 'cache-control': 'no-cache' })
      expect(headers).not.toHaveProperty('etag')
      expect(fields(body)[0]?.description).toBe(
        `must be an even number of hexadecimal digits, one of ${WELL_KNOWN.join(', ')}, or a name that a record carries, got "vote" (4 characters); write VOTE`,
      )
    },
  )

  it.each([
    ['an account', account({ asset: 'myToken' })],
    ['a reward', rewardPayout({ asset: 'myToken' })],
    ['a signature', nodeSignature({ id: 'myToken' })],
  ])('is taken from the block on with %s that carries it', async (_, event) => {
    const chain = new Chain().block(account({}))
    const { get, more } = await running(chain.lines)
    const statuses = async () => [
      (await get(`${SUMMARIES}myToken`)).status,
      (await get(`${SIGNATURES}myToken`)).status,
    ]
    expect(await statuses()).toEqual([400, 400])
    await more(chain.block(event).lines)
    expect(await statuses()).toEqual([200, 200])
    expect((await get(`${ACCOUNTS}mytoken`)).status).toBe(400)
  })
})

describe('names of several parameters and values', () => {
  it('are all named when no record carries them, up to twenty', async () => {
    const { get } = await running(new Chain().block(account({ asset: 'myToken' })).lines)
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

  it('are no names of assets when only a commitment or a kind of reward is called that', async () => {
    const named = [liquidityProvision({ reference: 'someone' }), rewardPayout({ rewardType: 'someone' })]
    const { get } = await running(new Chain().block(...named).lines)
    expect((await get(`${ACCOUNTS}someone`)).status).toBe(400)
  })
})
