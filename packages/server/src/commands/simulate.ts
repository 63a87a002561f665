import { createWriteStream } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, createZstdCompress } from 'node:zlib'
import { Network, type SimulateOptions } from '@trading-network/simulator'
import { Command, Option } from 'commander'
import { requireFolder } from '../store/folder.ts'
import { encoderFor } from './event-output.ts'
import { wholeNumber } from './option-values.ts'

/** The command that writes the stream of a simulated network. */
export function simulateCommand(): Command {
  return new Command('simulate')
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
      'where to write: JSON lines, or an event file for a name in .evts; .gz or .zst is compressed; - is standard output',
      '-',
    )
    .action(async ({ output, ...options }: SimulateOptions & { output: string }) => {
      if (output !== '-') requireFolder(output)
      const blocks = Readable.from(encodedBlocks(options, encoderFor(output)))
      if (output === '-') await pipeline(blocks, process.stdout).catch(unlessOfOutput)
      else await pipeline([blocks, ...compressionOf(output), createWriteStream(output)])
    })
}

function compressionOf(output: string): Transform[] {
  if (output.endsWith('.gz')) return [createGzip()]
  return output.endsWith('.zst') ? [createZstdCompress()] : []
}

function* encodedBlocks(
  { blocks, ...options }: SimulateOptions,
  encoded: ReturnType<typeof encoderFor>,
): Generator<Buffer> {
  const network = new Network(options)
  for (let height = 1; height <= blocks; height++) yield encoded(network.nextBlock().lines)
}

/** The command line tells a failure of standard output. */
function unlessOfOutput(error: NodeJS.ErrnoException): void {
  if (error.syscall !== 'write' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
