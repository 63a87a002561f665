import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SimulateOptions } from '@trading-network/simulator'
import { blocksOf } from './blocks.ts'

function* texts(options: SimulateOptions): Generator<string> {
  for (const lines of blocksOf(options)) yield `${lines.join('\n')}\n`
}

/** Writes a simulated network to standard output. Its argument: the options in JSON. */
await pipeline(Readable.from(texts(JSON.parse(process.argv[2] ?? ''))), process.stdout)
