import { once } from 'node:events'
import { eventsOfScale } from './events.ts'

/** Writes the events of a network of the scale given to standard output: seeding has a core for itself. */
for (const block of eventsOfScale(Number(process.argv[2]))) {
  if (!process.stdout.write(block)) await once(process.stdout, 'drain')
}
