import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, createZstdCompress } from 'node:zlib'
import { frameOfLine } from '@trading-network/events'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type SimulateOptions, simulate } from './simulate.ts'

/** The command that writes the stream of a simulated network. */
export function simulateCommand(name = 'simulate'): Command {
  return new Command(name)
    .description('Writes the event stream of a simulated network. The same options give the same bytes.')
    .addOption(
      new Option('--seed <number>', 'which network').default(1).argParser(wholeNumber(0, 2 ** 32 - 1)),
    )
    .addOption(
      new Option('--blocks <number>', 'how many blocks').default(2000).argParser(wholeNumber(1, 1e9)),
    )
    .addOption(new Option('--scale <number>', 'how busy it is').default(1).argParser(wholeNumber(1, 1000)))
    .option(
      '-o, --output <file>',
      'where to write: JSON lines, or an event file for a name in .evts; .gz or .zst is compressed (default: standard output)',
    )
    .action(async ({ output, ...options }: SimulateOptions & { output?: string }) => {
      const events = Readable.from(chunks(options, /\.evts?(\.|$)/.test(output ?? '')))
      if (output === undefined) await pipeline(events, process.stdout).catch(unlessClosed)
      else if (output.endsWith('.gz')) await pipeline(events, createGzip(), createWriteStream(output))
      else if (output.endsWith('.zst'))
        await pipeline(events, createZstdCompress(), createWriteStream(output))
      else await pipeline(events, createWriteStream(output))
    })
}

/** Joins events into chunks of about 64 kB, since a write per event would cost more than its creation. */
function* chunks(options: SimulateOptions, asFile: boolean): Generator<Buffer> {
  let pieces: Buffer[] = []
  let size = 0
  let sequence = 0n
  for (const line of simulate(options)) {
    const piece = asFile ? frameOfLine(line, ++sequence) : Buffer.from(`${line}\n`)
    pieces.push(piece)
    size += piece.length
    if (size >= 65_536) {
      yield Buffer.concat(pieces, size)
      pieces = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(pieces, size)
}

/** A reader that closes the pipe early, like `| head`, is not a failure. */
function unlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}

export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return text => {
    if (/^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum) return Number(text)
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
  }
}
