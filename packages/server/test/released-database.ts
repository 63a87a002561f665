import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const text = (name: string) => readFileSync(new URL(`released/${name}`, import.meta.url), 'utf8')

/** The events of the released databases. */
export const releasedEvents: readonly string[] = text('events.ndjson').trimEnd().split('\n')

/** The versions whose databases are recorded: each one that stored something else than the version before. */
export const releasedVersions = ['3.0.0'] as const

/** Makes the database that a released version made of {@link releasedEvents}. */
export function makeReleased(database: string, version: (typeof releasedVersions)[number]): void {
  const file = new DatabaseSync(database)
  file.exec(text(`${version}.sql`))
  file.close()
}
