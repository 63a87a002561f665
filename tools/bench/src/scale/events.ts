import { Chance, idOf } from './chance.ts'
import { BLOCK_NANOS, blocksOf, EPOCH_BLOCKS, START } from './population.ts'
import { Accounts } from './population-accounts.ts'
import { orders } from './population-orders.ts'
import { rarities } from './population-rarities.ts'
import { StopOrders } from './population-stop-orders.ts'

/** An event without its envelope: its type, the name of its payload, the payload. */
export type Draft = readonly [type: string, payload: string, message: object]

/** The block that events are made for. */
export interface Moment {
  /** Number of the block, from 0. */
  readonly block: number
  /** Unix nanoseconds. */
  readonly time: bigint
  readonly epoch: number
  readonly chance: Chance
}

/**
 * The event lines of a network of this scale, a block at a time, in constant memory but for the records still live.
 *
 * @param stored how many blocks to leave out, since they are stored already
 */
export function* eventsOfScale(scale: number, stored = 0): Generator<string> {
  const chance = new Chance(1)
  const accounts = new Accounts()
  const stopOrders = new StopOrders()
  for (let block = 0; block < blocksOf(scale); block += 1) {
    const epoch = 1 + Math.floor(block / EPOCH_BLOCKS)
    const moment = { block, epoch, time: START + BigInt(block) * BLOCK_NANOS, chance }
    const drafts = [
      ...orders(moment),
      ...stopOrders.next(moment),
      ...accounts.next(moment),
      ...rarities(moment),
    ]
    if (block >= stored) yield blockOf(moment, drafts)
  }
}

function blockOf({ block, time }: Moment, drafts: readonly Draft[]): string {
  const height = String(block + 1)
  const hash = idOf('block', block)
  const all: Draft[] = [
    ['BEGIN_BLOCK', 'beginBlock', { height, timestamp: String(time), hash }],
    ...drafts,
    ['END_BLOCK', 'endBlock', { height }],
  ]
  const line = ([type, payload, message]: Draft, index: number) =>
    `{"id":"${height}-${index + 1}","block":"${hash}","type":"BUS_EVENT_TYPE_${type}","${payload}":` +
    `${JSON.stringify(message)},"version":1,"chainId":"scale","txHash":"${hash}"}\n`
  return all.map(line).join('')
}
