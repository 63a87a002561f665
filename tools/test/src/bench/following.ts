import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Network } from '@trading-network/server'
import type { SimulateOptions } from '@trading-network/simulator'
import type { Bench } from './benchmark.ts'
import { blocksOf } from './blocks.ts'
import { Child } from './child.ts'

/**
 * Starts `ingest --follow` on a file with the first blocks of a network, and returns when they are stored.
 */
export async function follow(bench: Bench, name: string, network: SimulateOptions, ...options: string[]) {
  const database = bench.path(`${name}.sqlite`)
  const file = bench.path(`${name}.ndjson`)
  const blocks = blocksOf({ ...network, blocks: Number.MAX_SAFE_INTEGER })
  let height = 0
  /** Writes the next block to the file, and returns its height. */
  const append = () => {
    appendFileSync(file, `${(blocks.next().value as string[]).join('\n')}\n`)
    height += 1
    return height
  }
  while (height < network.blocks) append()
  const ingest = Child.command('ingest', file, '--follow', '--database', database, ...options)
  while ((await ingest.metrics())('trading_network_ingest_block_height') < network.blocks) await wait(100)
  return { database, ingest, append, [Symbol.asyncDispose]: () => ingest[Symbol.asyncDispose]() }
}

/** Waits for the commit of a block. Looks every millisecond. */
export async function stored({ head }: Network, height: number): Promise<void> {
  while (Number((await head()).height) < height) await wait(1)
}
