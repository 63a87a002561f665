type Message = Record<string, unknown>

/** An event as the stream has it, with its payload under the name that goes with its type. */
type BusEvent = Readonly<Record<string, Message | undefined>>

/** A state that the simulation does not reach: a later event of something that it has. */
interface LaterEvent {
  readonly payload: string
  /** The last event that passes is changed. */
  readonly of: (payload: Message) => boolean
  readonly change: (payload: Message) => Message
}

/** Number of provisions with a pending change. */
const PENDING = 4

const REFERENCES = { BUY: ['MID', 'BEST_BID'], SELL: ['MID', 'BEST_ASK'] }

/** The levels of a provision; each has other values. */
function levels(place: number, side: keyof typeof REFERENCES) {
  const reference = `PEGGED_REFERENCE_${REFERENCES[side][place % 2]}`
  const orderId = String(place).repeat(64)
  return [{ orderId, liquidityOrder: { reference, proportion: place + 3, offset: `${place + 9}` } }]
}

const rejectedUnlink = {
  type: 'TYPE_UNLINK',
  status: 'STATUS_REJECTED',
  id: 'ab'.repeat(32),
  amount: '123450000000000000000',
}

const isExpired = (order: Message) => ({
  timeInForce: 'TIME_IN_FORCE_GTT',
  expiresAt: order.createdAt,
  status: 'STATUS_EXPIRED',
})

const untilExpiry = { timeInForce: 'TIME_IN_FORCE_GTT', expiresAt: '1799999999000000000' }

/** Adds what the simulation of a few hundred blocks does not have. */
export function enriched(lines: readonly string[], assets: readonly string[]): string[] {
  const events = lines.map(line => JSON.parse(line) as BusEvent)
  const stopOrders = events.flatMap(({ stopOrder }) => (stopOrder ? [stopOrder.stopOrder as Message] : []))
  const triggered = new Set(
    stopOrders.filter(({ status }) => status === 'STATUS_TRIGGERED').map(({ id }) => id),
  )
  // An order has the id of its stop order. The check asks for those of the newest stop orders, which are the last here.
  const orders = new Map(events.flatMap(({ order }) => (order ? [[order.id, order]] : [])))
  const placed = [...new Set(stopOrders.map(({ id }) => id))].flatMap(id => {
    const order = triggered.has(id) ? orders.get(id) : undefined
    return order ? [order] : []
  })
  const [expired, amended] = placed.filter(({ reason, icebergOrder }) => !reason && !icebergOrder).slice(-2)
  const refused = placed.findLast(({ reason }) => reason !== undefined)
  const iceberg = placed.findLast(({ icebergOrder }) => icebergOrder !== undefined)
  const ammMarkets = new Map(events.flatMap(({ amm }) => (amm ? [[amm.ammPartyId, amm.marketId]] : [])))
  const states = new Map(
    events.flatMap(({ liquidityProvision: provision }) =>
      provision ? [[provision.id, provision.status] as const] : [],
    ),
  )
  const provisions = [...states].filter(([, status]) => status === 'STATUS_ACTIVE').map(([id]) => id)
  const markets = events.flatMap(({ marketCreated }) => (marketCreated ? [marketCreated.id] : []))
  const later: readonly LaterEvent[] = [
    {
      payload: 'order',
      of: order => order === expired,
      change: order => ({ ...order, ...isExpired(order) }),
    },
    {
      payload: 'order',
      of: order => order === amended,
      change: order => ({ ...order, version: '2', price: '7', batchId: '2', postOnly: true, ...untilExpiry }),
    },
    {
      payload: 'order',
      of: order => order === refused,
      change: order => ({ ...order, reason: 'ORDER_ERROR_MARGIN_CHECK_FAILED' }),
    },
    {
      payload: 'order',
      of: order => order === iceberg,
      change: order => ({
        ...order,
        icebergOrder: { ...(order.icebergOrder as Message), reservedRemaining: '1' },
      }),
    },
    ...provisions.slice(-PENDING).map((id, place) => ({
      payload: 'liquidityProvision',
      of: (provision: Message) => provision.id === id,
      change: (provision: Message) => ({
        ...provision,
        version: String(place + 2),
        status: 'STATUS_PENDING',
        commitmentAmount: `${place + 1}7`,
        buys: levels(place, 'BUY'),
        sells: levels(place, 'SELL'),
      }),
    })),
    {
      payload: 'liquidityProvision',
      of: ({ status }) => status === 'STATUS_STOPPED',
      change: provision => ({
        ...provision,
        status: 'STATUS_CANCELLED',
        buys: levels(0, 'BUY'),
        sells: levels(0, 'SELL'),
      }),
    },
    {
      payload: 'stakeLinking',
      of: ({ status, type }) => status === 'STATUS_ACCEPTED' && type === 'TYPE_LINK',
      change: linking => ({ ...linking, ...rejectedUnlink }),
    },
    // A party with a list that is worth walking.
    ...['cd', 'ef'].map(digits => ({
      payload: 'stakeLinking',
      of: ({ status, type }: Message) => status === 'STATUS_ACCEPTED' && type === 'TYPE_LINK',
      change: (linking: Message) => ({ ...linking, id: digits.repeat(32), logIndex: '9' }),
    })),
    {
      payload: 'nodeSignature',
      of: ({ kind }) => kind === 'NODE_SIGNATURE_KIND_ASSET_NEW',
      change: signature => ({ ...signature, kind: 'NODE_SIGNATURE_KIND_ASSET_UPDATE', sig: 'AAAA' }),
    },
    {
      payload: 'stopOrder',
      of: ({ submission }) => (submission as Message | undefined)?.type === 'TYPE_LIMIT',
      change: order => ({ ...order, submission: { ...(order.submission as Message), postOnly: true } }),
    },
    ...['MID', 'BEST_BID'].map((reference, place) => ({
      payload: 'stopOrder',
      of: ({ submission }: Message) => (submission as Message | undefined)?.peggedOrder !== undefined,
      change: (order: Message) => {
        const peggedOrder = { reference: `PEGGED_REFERENCE_${reference}`, offset: `${place + 1}1` }
        const ended = { status: 'STATUS_STOPPED', orderId: undefined, rejectionReason: undefined }
        const { ocoLinkId: _, ...others } = order.stopOrder as Message
        const stopOrder = { ...others, ...ended, id: `${place}7`.repeat(32) }
        return { submission: { ...(order.submission as Message), peggedOrder }, stopOrder }
      },
    })),
    ...[0, 1].map(place => ({
      payload: 'account',
      of: ({ owner }: Message) => ammMarkets.has(owner),
      change: (account: Message) => ({
        ...account,
        marketId: ammMarkets.get(account.owner),
        type: 'ACCOUNT_TYPE_MARGIN',
        id: `derived-${place}`,
      }),
    })),
    // Two equal points are two records.
    { payload: 'fundingPeriodDataPoint', of: () => true, change: point => point },
    // No network has these assets but this one.
    ...assets.map(asset => ({
      payload: 'account',
      of: () => true,
      change: (account: Message) => ({ ...account, asset }),
    })),
  ]
  const added = later.flatMap(({ payload, of, change }) => {
    const place = events.findLastIndex(event => event[payload] && of(event[payload]))
    const event = events[place]
    if (!event?.[payload]) throw new Error(`the simulation has no ${payload} to change`)
    return [{ place, event: { ...event, [payload]: change(event[payload]) } }]
  })
  const all = events.flatMap((event, place) => [
    withMarket(event, place, markets),
    ...added.filter(one => one.place === place).map(one => one.event),
  ])
  return numbered(all).map(event => JSON.stringify(event))
}

/** Numbers the events of each block anew. An event that ends several orders takes a number for each. */
function numbered(events: readonly BusEvent[]): object[] {
  let next = 1
  return events.map(event => {
    if (event.beginBlock) next = 1
    const [height] = String(event.id).split('-')
    const id = `${height}-${next}`
    const { orderIds = [] } = event.cancelledOrders ?? event.expiredOrders ?? {}
    next += Math.max(1, (orderIds as readonly string[]).length)
    return { ...event, id }
  })
}

/** Reward payouts name a market on networks before 0.74 only; the simulation is of a later one. */
function withMarket(event: BusEvent, place: number, markets: readonly unknown[]): BusEvent {
  if (!event.rewardPayout || place % 2 === 1) return event
  return { ...event, rewardPayout: { market: markets[place % markets.length], ...event.rewardPayout } }
}
