import { amount, type Message, message, name } from '../ingest/protojson.ts'

/** The peg of an order or of a submission; nothing when it has none. */
export function peggedOrder(parent: Message) {
  const peg = message(parent, 'peggedOrder')
  if (!peg) return {}
  return {
    peggedOrder: {
      reference: name(peg, 'reference', 'PEGGED_REFERENCE_UNSPECIFIED'),
      offset: amount(peg, 'offset'),
    },
  }
}
