#!/usr/bin/env node
import { Command } from 'commander'
import { readPasswordFile } from './commands/password-file.ts'
import './standard-error.ts'
import { version } from './version.ts'

/** Each loads its own modules only, since these take most of the time of a start. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  ingest: async () => (await import('./commands/ingest.ts')).ingestCommand(),
  simulate: async () => (await import('./commands/simulate.ts')).simulateCommand(),
  snapshot: async () => (await import('./commands/snapshot.ts')).snapshotCommand(),
  restore: async () => (await import('./commands/snapshot.ts')).restoreCommand(),
  verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
}

const program = new Command('trading-network')
  .description('Serves the Trading Network Query API from the event stream of a network.')
  .version(version)
  .addHelpText('after', '\nExit codes: 0 success, 1 failure or invalid usage.')
  .showHelpAfterError('(add --help for the options)')

try {
  const loaders = Object.entries(commands)
  const named = loaders.filter(([name]) => name === process.argv[2])
  for (const [, load] of named.length > 0 ? named : loaders) program.addCommand(await load())
  readPasswordFile()
  await program.parseAsync()
} catch (error) {
  const { exitCode, failureText } = await import('./commands/failure.ts')
  process.stderr.write(`error: ${failureText(error)}\n`)
  process.exitCode = exitCode(error)
}
