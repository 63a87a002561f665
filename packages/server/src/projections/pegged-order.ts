import type { Message } from '@trading-network/events'
import { amount, message, name } from './fields.ts'

/** Returns the peg of an order or of a submission; nothing when it has none. */
export function peggedOrder(parent: Message<'vega.Order'> | Message<'vega.commands.v1.OrderSubmission'>) {
  const peg = message(parent, 'peggedOrder')
  if (!peg) return {}
  return {
    peggedOrder: {
      reference: name(peg, 'reference', 'PEGGED_REFERENCE_UNSPECIFIED'),
      offset: amount(peg, 'offset'),
    },
  }
}
