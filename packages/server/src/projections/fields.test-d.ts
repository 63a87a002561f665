import type { Message } from '@trading-network/events'
import { flag, ids, int64, message, messages, name, sequence, text, uint64Text } from './fields.ts'

declare const order: Message<'vega.Order'>
declare const fees: Message<'vega.events.v1.FeesStats'>
declare const cancelled: Message<'vega.events.v1.CancelledOrders'>

text(order, 'marketId')
int64(order, 'createdAt')
name(order, 'side', 'SIDE_UNSPECIFIED')
flag(order, 'postOnly')
uint64Text(message(order, 'icebergOrder') ?? {}, 'peakSize')
for (const referrer of messages(fees, 'referrerRewardsGenerated')) messages(referrer, 'generatedReward')
ids(cancelled, 'orderIds')

// @ts-expect-error the schema has no such field
text(order, 'market')
// @ts-expect-error JSON names only
text(order, 'market_id')
// @ts-expect-error a 64-bit integer is no text
text(order, 'size')
// @ts-expect-error text is no integer
int64(order, 'price')
// @ts-expect-error a size has no sign
int64(order, 'size')
// @ts-expect-error a time may be negative
uint64Text(order, 'createdAt')
// @ts-expect-error an enum is no flag
flag(order, 'side')
// @ts-expect-error a message is no list
messages(order, 'icebergOrder')
// @ts-expect-error the field is `epochSeq`
sequence(fees, 'epoch')
// @ts-expect-error text, not a list of ids
ids(cancelled, 'partyId')
