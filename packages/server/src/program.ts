import { Command } from 'commander'
import { version } from './version.ts'

/** Exit codes of the command, and their meanings. */
export const exitCodes = {
  0: 'success',
  1: 'failure or invalid usage',
  65: 'wrong events, which fail again',
}

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

/**
 * The command line, with one of its commands.
 *
 * @param command The name of a command; any other text loads all of them.
 */
export async function loadProgram(command = ''): Promise<Command> {
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `${code} ${meaning}`)
  const program = new Command('trading-network')
    .description('Serves the Trading Network Query API from the event stream of a network.')
    .version(version)
    .addHelpText('after', `\nExit codes: ${codes.join(', ')}.`)
    .showHelpAfterError('(add --help for the options)')
  const loaders = Object.entries(commands)
  const named = loaders.filter(([name]) => name === command)
  for (const [, load] of named.length > 0 ? named : loaders) program.addCommand(await load())
  return program
}
