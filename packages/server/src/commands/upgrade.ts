import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { openWriter } from '../ingest/open-writer.ts'
import { DatabaseError } from '../store/database-error.ts'
import { isPostgres, redacted } from '../store/database-url.ts'
import { version } from '../version.ts'
import { OperatorCommand } from './environment.ts'
import { databaseOption } from './options.ts'

/** The command that upgrades a database without events. */
export function upgradeCommand(): Command {
  return new OperatorCommand('upgrade')
    .description(
      'Brings the tables of a database to this version, in one transaction, as ingest does at its start.',
    )
    .addOption(databaseOption)
    .action(async ({ database }: { database: string }) => {
      if (!isPostgres(database) && !existsSync(database))
        throw new DatabaseError(`there is no database at ${database}`)
      const writer = await openWriter(database)
      await writer.close()
      process.stdout.write(`${redacted(database)} has the tables of version ${version}.\n`)
    })
}
