import { expect, it } from 'vitest'
import { correctionWith } from './correction.ts'

const correction = correctionWith([
  'order',
  'stop',
  'liquidity',
  'older',
  'listStopOrders',
  'stopOrder',
  'price',
])

it.each([
  ['liqudity', 'liquidity'],
  ['stop oder', 'stop order'],
  ['lisStopOrders', 'listStopOrders'],
  ['stopOrdr.pirce', 'stopOrder.price'],
])('%s was meant to be %s', (typed, meant) => {
  expect(correction(typed)).toBe(meant)
})

it.each(['liq', 'STOP ORDER', 'stopOrder.price', 'qqqqqqqq', '429', 'x'])('%s stays', typed => {
  expect(correction(typed)).toBeUndefined()
})
