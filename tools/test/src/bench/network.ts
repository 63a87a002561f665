import { appendFileSync } from 'node:fs'
import { ingest, openWriter, type Source } from '@trading-network/server'
import { Network, type SimulateOptions } from '@trading-network/simulator'
import { Child } from './child.ts'
import { count, showStatus } from './table.ts'

/** Mean number of new orders in a block of {@link networkOf}. */
const ORDERS_PER_BLOCK = 53

/** The metric of `ingest` with the last stored block. */
const HEIGHT = 'trading_network_ingest_block_height'

/** A network of about so many orders. Its blocks have hundreds of events, as many as those of a busy real one. */
export function networkOf(orders: number): SimulateOptions {
  return { seed: 1, scale: 20, blocks: Math.ceil(orders / ORDERS_PER_BLOCK) }
}

/** Fills a new database with a simulated network. */
export async function fillDatabase(path: string, options: SimulateOptions): Promise<void> {
  showStatus(`filling a database with about ${count(ORDERS_PER_BLOCK * options.blocks)} orders`)
  const network = new Network(options)
  const source: Source = {
    name: 'the simulator',
    bytesRead: () => 0,
    records: async function* () {
      for (let block = 0; block < options.blocks; block += 1) yield [...network.nextBlock().lines]
    },
  }
  await using opened = new AsyncDisposableStack()
  const writer = opened.adopt(openWriter(path), writer => writer.close())
  await ingest(source, writer)
}

/**
 * Starts `ingest --follow` on a file with the first blocks of a network, and returns when they are stored. Both files
 * are at a path, with an ending each.
 */
export async function follow(path: string, network: SimulateOptions, ...options: string[]) {
  const database = `${path}.sqlite`
  const file = `${path}.ndjson`
  const simulated = new Network(network)
  let height = 0
  /** Writes the next block to the file, and returns its height. */
  const append = () => {
    appendFileSync(file, `${simulated.nextBlock().lines.join('\n')}\n`)
    height += 1
    return height
  }
  while (height < network.blocks) append()
  const ingest = Child.command('ingest', file, '--follow', '--database', database, ...options)
  await ingest.reaches(HEIGHT, height)
  return { database, ingest, append, [Symbol.asyncDispose]: () => ingest[Symbol.asyncDispose]() }
}
