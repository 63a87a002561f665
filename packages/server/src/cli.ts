#!/usr/bin/env node
import { Command } from 'commander'
import { demoCommand } from './commands/demo.ts'
import { exitCode, failureText } from './commands/failure.ts'
import { ingestCommand } from './commands/ingest.ts'
import { readPasswordFile } from './commands/password-file.ts'
import { serveCommand } from './commands/serve.ts'
import { simulateCommand } from './commands/simulate.ts'
import { restoreCommand, snapshotCommand } from './commands/snapshot.ts'
import { verifyCommand } from './commands/verify.ts'
import { version } from './version.ts'

const program = new Command('trading-network')
  .description('Serves the Trading Network Query API from the event stream of a network.')
  .version(version)
  .addCommand(demoCommand())
  .addCommand(serveCommand())
  .addCommand(ingestCommand())
  .addCommand(simulateCommand())
  .addCommand(snapshotCommand())
  .addCommand(restoreCommand())
  .addCommand(verifyCommand())
  .addHelpText('after', '\nExit codes: 0 success, 1 failure or invalid usage.')
  .showHelpAfterError('(add --help for the options)')

try {
  readPasswordFile()
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`error: ${failureText(error)}\n`)
  process.exitCode = exitCode(error)
}
