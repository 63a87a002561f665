import { createClient } from '@trading-network/fetch'
import { examples } from '@trading-network/fetch/testing'
import { expect, it } from 'vitest'
import { onTriggered } from '../stop-order-bot.ts'

it('the bot reacts to nothing without the time of a block, as behind a proxy that strips headers', async () => {
  const fetch = async () => Response.json(examples['listStopOrders-typicalPage'].body)
  const client = createClient({ baseUrl: 'http://network.test', fetch })
  const reactions: unknown[] = []
  const signal = AbortSignal.timeout(2000)
  const react = async (record: unknown) => void reactions.push(record)
  await expect(onTriggered(client, 'ab', react, signal)).rejects.toThrow('no X-Block-Timestamp')
  expect(reactions).toEqual([])
})
