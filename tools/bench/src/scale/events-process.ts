import { once } from 'node:events'
import { eventsOfScale } from './events.ts'

// Whoever reads may be done before the events are.
process.stdout.on('error', () => process.exit(1))
/** Writes the events of a network of the scale given, but for so many blocks, to standard output, in a process of its own. */
const [scale, stored] = process.argv.slice(2).map(Number)
for (const block of eventsOfScale(scale ?? 0, stored)) {
  if (!process.stdout.write(block)) await once(process.stdout, 'drain')
}
