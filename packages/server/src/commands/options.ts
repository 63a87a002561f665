import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { isSite } from '../site.ts'

/** Reads a whole number of a command line, between the bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return text => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

function databasePath(text: string): string {
  if (!text.includes('://')) return text
  throw new InvalidArgumentError('It must be the path of an SQLite file.')
}

/** `--database`, the same for every command. */
export function databaseOption(fallback: string): Option {
  return new Option('-d, --database <path>', 'the SQLite file').default(fallback).argParser(databasePath)
}

function builtSite(text: string): string {
  if (isSite(text)) return resolve(text)
  throw new InvalidArgumentError('It must be the folder of a built reference site.')
}

/** Where a server listens, the same for every command that serves. */
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
    'the built reference site to serve at / (default: the one beside this package)',
  ).argParser(builtSite),
  new Option('--no-docs', 'serve the API only'),
]

export interface ListenOptions {
  readonly host: string
  readonly port?: number
  readonly workers: number
  readonly log: string
  /** Folder of the reference site; false for none, absent for the one that is found. */
  readonly docs?: string | boolean
}
