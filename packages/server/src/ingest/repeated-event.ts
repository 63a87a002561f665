import { MalformedEvent } from '@trading-network/events'
import type { HeldEvent } from './block-collector.ts'
import { shortened } from './printable.ts'

/** Returns true for an event that came before. @throws MalformedEvent for another one of the same number */
export function isSame({ event: { content: known } }: HeldEvent, { event }: HeldEvent): true {
  const { content } = event
  if (content === known) return true
  let at = 0
  while (content[at] === known[at]) at += 1
  const [one, other] = [known, content].map(text => shortened(text.slice(Math.max(0, at - 30), at + 50)))
  throw new MalformedEvent(`event ${event.id} comes again, and differs: first …${one}…, now …${other}…`)
}
