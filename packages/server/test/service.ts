import { join } from 'node:path'
import { simulate } from '@trading-network/simulator'
import { type Command, startCommand } from './command.ts'
import { ingestInto } from './running.ts'
import { scratchFolder } from './scratch.ts'

/** A folder for the files of a test file. */
export const { folder } = scratchFolder()

/** The events of a small network of 60 blocks, and a database with them. */
export const lines = [...simulate({ seed: 4, blocks: 60, scale: 1 })]
export const database = join(folder, 'network.sqlite')
await ingestInto(database, lines)

/** Starts a command in the folder; it ends with the test at the latest. */
export const started = (...args: string[]): Command => startCommand(args, folder)

/** Starts `serve` on a free port. */
export function serve(...args: string[]): Command {
  return started('serve', '--no-docs', '--port', '0', ...args)
}

/** Serves the small network. */
export function served(...args: string[]): Command {
  return serve('--database', database, ...args)
}

/** Returns the status of `/ready`. */
export async function ready(url: string): Promise<number> {
  return (await fetch(`${url}/ready`)).status
}
