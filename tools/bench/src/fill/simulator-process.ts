import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type SimulateOptions, simulate } from '@trading-network/simulator'

const CHUNK_LINES = 500

function* chunks(options: SimulateOptions): Generator<string> {
  let lines: string[] = []
  for (const line of simulate(options)) {
    if (lines.push(line) < CHUNK_LINES) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  yield lines.map(line => `${line}\n`).join('')
}

/** Writes the events of a simulated network to standard output. The only argument is its options in JSON. */
await pipeline(Readable.from(chunks(JSON.parse(process.argv[2] ?? ''))), process.stdout)
