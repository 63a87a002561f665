import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, createZstdCompress } from 'node:zlib'
import { Command, Option } from 'commander'
import { type SimulateOptions, simulate } from '../simulate/simulate.ts'
import { wholeNumber } from './whole-number.ts'

export function simulateCommand(): Command {
  return new Command('simulate')
    .description('Writes the event stream of a made-up network. The same options give the same bytes.')
    .addOption(
      new Option('--seed <number>', 'which network').default(1).argParser(wholeNumber(0, 2 ** 32 - 1)),
    )
    .addOption(
      new Option('--blocks <number>', 'how many blocks').default(2000).argParser(wholeNumber(1, 1e9)),
    )
    .addOption(new Option('--scale <number>', 'how busy it is').default(1).argParser(wholeNumber(1, 1000)))
    .option(
      '-o, --output <file>',
      'where to write; a name in .gz or .zst is compressed (default: standard output)',
    )
    .action(async ({ output, ...options }: SimulateOptions & { output?: string }) => {
      const lines = Readable.from(chunks(options))
      if (output === undefined) await pipeline(lines, process.stdout).catch(unlessClosed)
      else if (output.endsWith('.gz')) await pipeline(lines, createGzip(), createWriteStream(output))
      else if (output.endsWith('.zst')) await pipeline(lines, createZstdCompress(), createWriteStream(output))
      else await pipeline(lines, createWriteStream(output))
    })
}

/** Lines joined into pieces of some 64 kB, since one write per line would cost more than making it. */
function* chunks(options: SimulateOptions): Generator<string> {
  let piece = ''
  for (const line of simulate(options)) {
    piece += `${line}\n`
    if (piece.length >= 65_536) {
      yield piece
      piece = ''
    }
  }
  if (piece !== '') yield piece
}

/** Whoever reads has had enough (`| head`): that is no failure. */
function unlessClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
