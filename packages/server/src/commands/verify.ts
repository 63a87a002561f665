import { type Command, Option } from 'commander'
import { tables } from '../projections/tables.ts'
import { differences } from '../store/snapshot/contents.ts'
import { type Verified, type VerifiedTable, verify } from '../verify/verify.ts'
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
      'Reads a whole file: its pages, every record against the contract, and a checksum of every table. Exits with 1 if anything is wrong.',
    )
    .addOption(fileOption)
    .addOption(
      new Option('--against <path>', 'another file that must have the same contents (repeatable)')
        .argParser((text: string, before: readonly string[] = []) => [...before, fileName(text)])
        .default([], 'none'),
    )
    .action(async ({ database, against }: Options) => {
      const verified = await report(database)
      let isSound = isWhole(verified)
      for (const other of against) {
        const otherVerified = await report(other)
        const found = differences(verified, otherVerified)
        for (const line of found) process.stdout.write(`DIFFERENT ${database}: ${line}\n`)
        if (found.length === 0) process.stdout.write(`${database} and ${other} are equal.\n`)
        isSound &&= isWhole(otherVerified) && found.length === 0
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
    ...verified.tables.flatMap(tableLines),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return verified
}

function tableLines({ name, rows, checksum, damaged, examples }: VerifiedTable): string[] {
  const line = `${name}: ${count(rows)} rows, checksum ${checksum}`
  return damaged === 0
    ? [line]
    : [`${line}, DAMAGED ${count(damaged)}`, ...examples.map(example => `  ${example}`)]
}

function isWhole({ pageErrors, tables: all }: Verified): boolean {
  return pageErrors.length === 0 && all.every(({ damaged }) => damaged === 0)
}
