import { type Command, Option } from 'commander'
import { tables } from '../projections/index.ts'
import type { OnProgress } from '../store/snapshot/contents.ts'
import { type Manifest, restoreSnapshot, takeSnapshot } from '../store/snapshot/snapshot.ts'
import { OperatorCommand } from './environment.ts'
import { fileName } from './option-values.ts'
import { fileOption } from './options.ts'
import { copyProgress, count, duration, ProgressLine } from './progress.ts'

export function snapshotCommand(): Command {
  return new OperatorCommand('snapshot')
    .description(
      'Copies a file at one block into a new one, with a manifest in <file>.json, while ingest and serve run.',
    )
    .addOption(fileOption)
    .addOption(new Option('-o, --output <file>', 'the file to write').makeOptionMandatory())
    .action(async ({ database, output }: { database: string; output: string }) => {
      const took = await reported(onProgress => takeSnapshot(database, output, tables, onProgress))
      process.stdout.write(`Wrote ${output} with ${took}.\n`)
    })
}

export function restoreCommand(): Command {
  return new OperatorCommand('restore')
    .description('Makes a new file of a snapshot, and compares it with the manifest of the snapshot.')
    .addOption(
      new Option(
        '-s, --snapshot <file>',
        'the file that snapshot wrote, with its manifest beside it',
      ).makeOptionMandatory(),
    )
    .addOption(
      new Option('-d, --database <path>', 'the new SQLite file').argParser(fileName).makeOptionMandatory(),
    )
    .action(async ({ snapshot, database }: { snapshot: string; database: string }) => {
      const took = await reported(onProgress => restoreSnapshot(snapshot, database, tables, onProgress))
      process.stdout.write(`Restored ${database} with ${took}, equal to its manifest.\n`)
    })
}

/** Runs a copy with its progress, and returns its size, block and time in words. */
async function reported(copy: (onProgress: OnProgress) => Promise<Manifest>): Promise<string> {
  const started = performance.now()
  const line = new ProgressLine()
  try {
    const { tables: copied, height } = await copy(copyProgress(line))
    const rows = copied.reduce((sum, table) => sum + table.rows, 0)
    const seconds = duration((performance.now() - started) / 1000)
    return `${count(rows)} rows at block ${height} in ${seconds}`
  } finally {
    line.end()
  }
}
