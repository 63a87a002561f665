import { Command } from 'commander'
import { exitCodes, exitCodesHelp } from './commands/exit-codes.ts'
import { version } from './version.ts'

export { exitCodes }

/** Each loads its own modules only, since these take most of the time of a start. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  ingest: async () => (await import('./commands/ingest.ts')).ingestCommand(),
  simulate: async () => (await import('./commands/simulate.ts')).simulateCommand(),
  snapshot: async () => (await import('./commands/snapshot.ts')).snapshotCommand(),
  restore: async () => (await import('./commands/snapshot.ts')).restoreCommand(),
  verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
  upgrade: async () => (await import('./commands/upgrade.ts')).upgradeCommand(),
}

/**
 * The command line, with one of its commands.
 *
 * @param command The name of a command; any other text loads all of them.
 */
export async function loadProgram(command = ''): Promise<Command> {
  const program = new Command('trading-network')
    .description('Serves the Trading Network Query API from the event stream of a network.')
    .version(version)
    .showHelpAfterError('(add --help for the options)')
  const loaders = Object.entries(commands)
  const named = loaders.filter(([name]) => name === command)
  for (const [, load] of named.length > 0 ? named : loaders) program.addCommand(await load())
  for (const command of [program, ...program.commands]) command.addHelpText('after', exitCodesHelp)
  return program
}
