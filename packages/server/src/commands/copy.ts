import { Command } from 'commander'
import { tables } from '../projections/tables.ts'
import { copyDatabase } from '../store/copy/copy.ts'
import { redacted } from '../store/database-url.ts'
import { databaseOption } from './options.ts'
import { count, duration } from './progress.ts'

export function copyCommand(): Command {
  return new Command('copy')
    .description(
      'Copies an SQLite file into an empty PostgreSQL database, and compares the two table by table.',
    )
    .addOption(databaseOption('--from <path>', 'the SQLite file').makeOptionMandatory())
    .addOption(
      databaseOption('--to <url>', 'postgres://..., a database without tables').makeOptionMandatory(),
    )
    .action(async ({ from, to }: { from: string; to: string }) => {
      const started = performance.now()
      let all = 0
      await copyDatabase(from, to, tables, ({ name, rows, checksum }) => {
        all += rows
        process.stdout.write(`${name}: ${count(rows)} rows, checksum ${checksum}, equal\n`)
      })
      const seconds = duration((performance.now() - started) / 1000)
      process.stdout.write(`Copied ${count(all)} rows to ${redacted(to)} in ${seconds}.\n`)
    })
}
