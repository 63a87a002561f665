import type { DescMessage } from '@bufbuild/protobuf'
import { type EventKind, payloads } from '@trading-network/events'
import { createEventRegistry } from '@trading-network/events/registry'
import { expect, it } from 'vitest'
import { Chain, type EventDraft, type Fields, malformed } from './chain.ts'
import { newPlace } from './database.ts'
import * as events from './events.ts'
import { ingestInto, running } from './running.ts'

/** An event of each record, each number of a record of its own. */
const drafts: readonly ((number: number) => EventDraft)[] = [
  number => events.account({ asset: events.asset(number) }),
  number => events.amm({ ammPartyId: events.party(number) }),
  number => events.order({ id: events.orderId(number) }),
  number => events.stopOrder({ id: events.orderId(number) }),
  number => events.liquidityProvision({ id: events.orderId(number) }),
  number => events.stakeLinking({ id: events.orderId(number) }),
  number => events.nodeSignature({ sig: Buffer.from(String(number)).toString('base64') }),
  number => events.fundingPoint({ seq: String(number) }),
  number => events.rewardPayout({ asset: events.asset(number), amount: '5' }),
  number => events.referralSetCreated({ setId: events.referralSet(number) }),
  number => events.refereeJoined({ referee: events.party(number) }),
  number => events.takerVolume(events.party(number), 1, '5'),
  number => events.generatedReward(events.party(number), 1, '5'),
  number => events.cancelledOrders({ partyId: events.party(1), orderIds: [events.orderId(number)] }),
  number => events.expiredOrders({ orderIds: [events.orderId(number)] }),
  () => events.epochEnded(1),
]

/** Values that no network means, and forms of them that programs write. */
const odd: readonly unknown[] = [
  ...'0 00 000123 +5 -1 1e21 0x1F 1. .5 01.5 1.50 NaN Infinity 1,000 é " </script>'.split(' '),
  ...['', ' ', ' 1', 'a\u0000b', '\ud800', '1'.repeat(40), '9223372036854775808', '18446744073709551616'],
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
]

/** The paths of all fields of a message, those of inner messages included. */
function pathsOf({ fields }: DescMessage): string[][] {
  return fields.flatMap(field => {
    const inner = field.fieldKind === 'message' ? pathsOf(field.message) : []
    return [[field.jsonName], ...inner.map(path => [field.jsonName, ...path])]
  })
}

function changed(message: Fields, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  return {
    ...message,
    [name]: rest.length > 0 ? changed((message[name] ?? {}) as Fields, rest, value) : value,
  }
}

const busEvent = createEventRegistry().getMessage('vega.events.v1.BusEvent')!
/** Each field of each event, with an event in which it can have any value. */
const places = drafts.flatMap(draft => {
  const payload = payloads[draft(0)[0] as EventKind]
  const message = busEvent.fields.find(({ jsonName }) => jsonName === payload)?.message
  return pathsOf(message!).map(path => ({ draft, path }))
})

const lists = [
  ...['accounts', 'stoporders', 'liquidity/all-provisions?live=true', 'rewards/epoch/summaries'],
  ...['referral-sets/referees', `funding-periods/data-points/${events.market(1)}`],
  ...[`parties/${events.party(1)}/stake`, `node/signatures?id=${events.resource(1)}`],
  ...places.flatMap(({ draft }, at) => (draft(at)[0] === 'ORDER' ? [`order/${events.orderId(at)}`] : [])),
]

it.each(odd.map(value => [value]))(
  'no field of an event makes a response that the contract refuses: %j',
  async value => {
    const usual = places.map(({ draft }, number) => draft(number))
    const strange = places.map(({ draft, path }, number) => {
      const [type, message] = draft(number)
      return malformed([type, changed(message, path, value)])
    })
    // Alone, and after a record with usual values.
    const { lines } = new Chain()
      .block(...strange)
      .block(...usual)
      .block(...strange)
    const server = await running(lines, { partial: true })
    // Each response is compared with the contract where it is read.
    for (const list of lists) expect([200, 404]).toContain((await server.get(`/api/v2/${list}`)).status)
  },
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

it('stores the replacement character for half of a surrogate pair, which no response may contain', async () => {
  const half = malformed(events.liquidityProvision({ reference: 'a\ud800' }))
  const { get } = await running(new Chain().block(half).lines)
  const { body } = await get('/api/v2/liquidity/all-provisions?live=true')
  expect(body.liquidityProvisions.edges[0].node.current.reference).toBe('a\ufffd')
})
