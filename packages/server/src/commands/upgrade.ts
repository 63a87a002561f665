import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { openWriter } from '../ingest/open-writer.ts'
import { DatabaseError } from '../store/database-error.ts'
import { version } from '../version.ts'
import { OperatorCommand } from './environment.ts'
import { fileOption } from './options.ts'

/** The command that upgrades a database without events. */
export function upgradeCommand(): Command {
  return new OperatorCommand('upgrade')
    .description(
      'Brings the tables of a file to this version, in one transaction, as ingest does at its start.',
    )
    .addOption(fileOption)
    .action(async ({ database }: { database: string }) => {
      if (!existsSync(database)) throw new DatabaseError(`there is no database at ${database}`)
      openWriter(database).close()
      process.stdout.write(`${database} has the tables of version ${version}.\n`)
    })
}
