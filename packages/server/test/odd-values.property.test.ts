import { sampled } from '@trading-network/test/sample'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Chain, type EventDraft, type Fields, malformed } from './chain.ts'
import { newPlace } from './database.ts'
import * as events from './events.ts'
import { ingestInto, running } from './running.ts'

/** A record of each list, as events of a network. */
const drafts: readonly EventDraft[] = [
  events.account({ balance: '5', asset: events.asset(1) }),
  events.account({ owner: '*', marketId: events.market(1), balance: '5', asset: events.asset(1) }),
  events.amm({}),
  events.order({
    id: events.orderId(1),
    icebergOrder: { peakSize: '2', minimumVisibleSize: '1', reservedRemaining: '3' },
  }),
  events.order({ id: events.orderId(2), peggedOrder: { reference: 'PEGGED_REFERENCE_MID', offset: '5' } }),
  events.stopOrder({ id: events.orderId(3), sizeOverrideValue: { percentage: '0.5' } }, { reference: 'a' }),
  events.stopOrder({ id: events.orderId(4), price: undefined, trailingPercentOffset: '0.05' }),
  events.liquidityProvision({ id: events.orderId(5) }),
  events.stakeLinking({ id: events.orderId(6) }),
  events.nodeSignature({ id: events.resource(1) }),
  events.fundingPoint({}),
  events.rewardPayout({ amount: '5' }),
  events.referralSetCreated({ setId: events.referralSet(1) }),
  events.refereeJoined({ setId: events.referralSet(1) }),
  events.takerVolume(events.party(1), 1, '5'),
  events.epochEnded(1),
]

/** Values that no network means, and forms of them that programs write. */
const odd = fc.constantFrom<unknown>(
  ...[
    '',
    ' ',
    '0',
    '00',
    '000123',
    '+5',
    '-1',
    '1e21',
    '0x1F',
    ' 1',
    '1.',
    '.5',
    '01.5',
    '1.50',
    'NaN',
    'Infinity',
    '1,000',
  ],
  ...[
    '1'.repeat(40),
    '9223372036854775808',
    '18446744073709551616',
    'é',
    'a\u0000b',
    '\ud800',
    '"',
    '</script>',
  ],
  ...[
    'f'.repeat(63),
    'F'.repeat(64),
    'g'.repeat(64),
    'f'.repeat(300),
    'network',
    '*',
    '!',
    'VOTE',
    'not an id',
  ],
  ...[null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, [], [null], {}, { a: 1 }],
)
const scenario = fc.array(fc.record({ draft: fc.nat(drafts.length - 1), field: fc.nat(40), value: odd }), {
  minLength: 1,
  maxLength: 12,
})

/** The places of a message, the inner ones included. */
function placesOf(message: Fields, path: readonly string[] = []): string[][] {
  return Object.entries(message).flatMap(([name, value]) => {
    const own = [...path, name]
    const isInner = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [own, ...(isInner ? placesOf(value as Fields, own) : [])]
  })
}

function changed(message: Fields, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  return { ...message, [name]: rest.length > 0 ? changed(message[name] as Fields, rest, value) : value }
}

const lists = [
  ...[
    'accounts',
    'stoporders',
    'liquidity/all-provisions',
    'rewards/epoch/summaries',
    'referral-sets/referees',
  ],
  `funding-periods/data-points/${events.market(1)}`,
  `parties/${events.party(1)}/stake`,
  `node/signatures?id=${events.resource(1)}`,
  ...[1, 2].map(number => `order/${events.orderId(number)}`),
]

it('stores no value that the contract refuses, whatever the events have', { timeout: 600_000 }, () =>
  fc.assert(
    fc.asyncProperty(scenario, async given => {
      const strange = given.map(({ draft, field, value }) => {
        const [type, message] = drafts[draft]!
        const places = placesOf(message)
        return malformed([type, changed(message, places[field % places.length]!, value)])
      })
      const { lines } = new Chain().block(...drafts).block(...strange)
      const server = await running(lines, { partial: true })
      try {
        // Each response is compared with the contract where it is read.
        for (const list of lists) {
          const { status } = await server.get(
            `/api/v2/${list}${list.includes('all-prov') ? '?live=true' : ''}`,
          )
          expect([200, 404]).toContain(status)
        }
      } finally {
        await server.close()
      }
    }),
    { numRuns: sampled(60) },
  ),
)

it.each([
  [
    events.account({ balance: '000123', asset: events.asset(1) }),
    'balance must be a non-negative integer without leading zeros in a string, not "000123"',
  ],
  [
    events.stopOrder({ price: undefined, trailingPercentOffset: '1.50' }),
    'trailingPercentOffset must be a decimal from 0 to 1 in a string, not "1.50"',
  ],
])('refuses %j', async (draft, message) => {
  await expect(ingestInto(await newPlace(), new Chain().block(draft).lines)).rejects.toThrow(message)
})
