import { type Command, Option } from 'commander'
import { tables } from '../projections/index.ts'
import { differences } from '../store/snapshot/contents.ts'
import { type Verified, verify } from '../store/snapshot/verify.ts'
import { OperatorCommand } from './environment.ts'
import { historyText } from './ingest-summary.ts'
import { fileName } from './option-values.ts'
import { fileOption } from './options.ts'
import { copyProgress, count, ProgressLine } from './progress.ts'

interface Options {
  readonly database: string
  readonly against: readonly string[]
}

export function verifyCommand(): Command {
  return new OperatorCommand('verify')
    .description(
      "Reads a whole file: SQLite's own check of its pages and indexes, and a checksum of every table. Exits with 1 if anything is wrong. trading-network-check checks the records.",
    )
    .addOption(fileOption)
    .addOption(
      new Option(
        '--against <path>',
        'what must have the same contents: another file, or the manifest of a snapshot, such as snapshot.sqlite.json (repeatable)',
      )
        .argParser((text: string, before: readonly string[] = []) => [...before, fileName(text)])
        .default([], 'none'),
    )
    .action(async ({ database, against }: Options) => {
      const verified = await report(database)
      let isSound = verified.pageErrors.length === 0
      for (const other of against) {
        const otherVerified = await report(other)
        const found = differences(verified, otherVerified)
        for (const line of found) process.stdout.write(`DIFFERENT ${database}: ${line}\n`)
        if (found.length === 0) process.stdout.write(`${database} and ${other} are equal.\n`)
        isSound &&= otherVerified.pageErrors.length === 0 && found.length === 0
      }
      if (!isSound) process.exitCode = 1
    })
}

async function report(database: string): Promise<Verified> {
  const line = new ProgressLine()
  const verified = await verify(database, tables, copyProgress(line)).finally(() => line.end())
  const { chain, height, history, pageErrors } = verified
  const lines = [
    `${database}, block ${height} of chain ${chain}`,
    historyText(history),
    ...pageErrors.map(problem => `DAMAGED pages: ${problem}`),
    ...verified.tables.map(
      ({ name, rows, checksum }) => `${name}: ${count(rows)} rows, checksum ${checksum}`,
    ),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return verified
}
