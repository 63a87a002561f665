import { ingest, openWriter } from '@trading-network/server'
import { Network, type SimulateOptions } from '@trading-network/simulator'
import { nextBlocks, sourceOf } from '../network.ts'
import { cpuTime, inRounds } from '../rounds.ts'

/** Blocks that are ingested at once. */
const BLOCKS = 40
/** Commits that depend on the clock would be smaller, and more, on a busy machine. */
const ONE_COMMIT = { batchTime: 60_000 }

/**
 * Ingests the next blocks of a network into databases that are at the same block, in turn.
 *
 * @returns events per second of CPU time: for each database, one figure per round
 */
export async function measureAppends(
  paths: readonly string[],
  network: SimulateOptions,
  rounds: number,
): Promise<number[][]> {
  await using opened = new AsyncDisposableStack()
  const writers = paths.map(path => openWriter(path))
  for (const writer of writers) opened.defer(() => writer.close())
  const simulated = new Network(network)
  for (const _ of nextBlocks(simulated, network.blocks));
  const batches = Array.from({ length: rounds + 1 }, () => [...nextBlocks(simulated, BLOCKS)])
  return await inRounds(writers, rounds, async (writer, { round }) => {
    const before = cpuTime()
    const { records } = await ingest(sourceOf(batches[round] ?? []), writer, ONE_COMMIT)
    return (1e6 * records) / (cpuTime() - before)
  })
}
