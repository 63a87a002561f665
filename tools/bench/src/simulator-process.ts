import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { frameOfLine } from '@trading-network/events'
import type { SimulateOptions } from '@trading-network/simulator'
import { blocksOf } from './blocks.ts'

function* chunks(options: SimulateOptions, isEventFile: boolean): Generator<Buffer> {
  let sequence = 0n
  for (const lines of blocksOf(options)) {
    if (!isEventFile) yield Buffer.from(`${lines.join('\n')}\n`)
    else yield Buffer.concat(lines.map(line => frameOfLine(line, ++sequence)))
  }
}

/** Writes a simulated network to standard output. Its arguments: the options in JSON, and `frames` for an event file. */
const [, , options = '', format] = process.argv
await pipeline(Readable.from(chunks(JSON.parse(options), format === 'frames')), process.stdout)
