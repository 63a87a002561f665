import { resolve } from 'node:path'
import { wholeNumber } from '@trading-network/simulator/command'
import { InvalidArgumentError, Option } from 'commander'
import { isSite } from '../http/site-folder.ts'
import type { ServeOptions } from '../service/serve.ts'
import { DatabaseError } from '../store/database-error.ts'
import { hasTornPassword, isPostgres, redacted } from '../store/database-url.ts'
import { overloadOptions } from './overload-options.ts'

const ENCODED = '; in a password write @ as %40, / as %2F, ? as %3F, # as %23'

/** Does not use commander's own error, which would repeat the text with the password. */
function databaseName(text: string): string {
  if (!text.includes('://')) return text
  // Also hides a password with a space.
  const shown = redacted(text.replaceAll(/\s/g, '_'))
  if (!isPostgres(text) || !URL.canParse(text))
    throw new DatabaseError(`${shown} is neither the path of an SQLite file nor a postgres:// URL${ENCODED}`)
  if (hasTornPassword(text)) throw new DatabaseError(`${shown} has an @ after its host${ENCODED}`)
  return text
}

/** The option for a database, the same for every command. */
export function databaseOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser(databaseName)
}

/** `--database` of commands that accept both kinds. */
export function anyDatabase(fallback: string): Option {
  return databaseOption('-d, --database <path or url>', 'an SQLite file or postgres://...').default(fallback)
}

/** Collects the values of a repeatable option. A variable of the environment has several, with spaces between. */
export function gathered(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(/\s+(?=postgres)/).map(databaseName)]
}

function builtSite(text: string): string {
  if (isSite(text)) return resolve(text)
  throw new InvalidArgumentError('It must be the folder of a built reference site.')
}

/** The address of a server, the same for every command that serves. */
export const listenOptions = [
  new Option('--host <address>', 'the address to listen on').default('127.0.0.1'),
  new Option('-p, --port <number>', 'the port to listen on (default: 8080, or the next free one)').argParser(
    wholeNumber(0, 65535),
  ),
  new Option('-w, --workers <number>', 'processes that serve, all on the one port')
    .default(1)
    .argParser(wholeNumber(1, 64)),
  new Option('--log <level>', 'what to log, as JSON lines')
    .default('warn')
    .choices(['silent', 'error', 'warn', 'info', 'debug']),
  new Option(
    '--docs <folder>',
    'the built reference site to serve at / (default: the one of this version)',
  ).argParser(builtSite),
  new Option('--no-docs', 'serve the API only'),
  ...overloadOptions,
]

/** The values of {@link listenOptions}, and all other options of a service. */
export interface ListenOptions extends Omit<ServeOptions, 'port' | 'site'> {
  readonly port?: number
  readonly workers: number
  /** Folder of the reference site; false for none, absent for the default. */
  readonly docs?: string | boolean
}
