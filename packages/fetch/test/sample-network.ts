import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, ingest, type ServeOptions, SqliteWriter, serve } from '@trading-network/server'
import { simulate } from '@trading-network/simulator'

/** The real service on a free port, with a small made-up network. */
export interface SampleNetwork {
  readonly baseUrl: string
  /** Stores the blocks up to this height. */
  growTo(height: number): Promise<void>
  close(): Promise<void>
}

/**
 * Simulates a network, ingests its first blocks and serves it.
 *
 * @param blocks number of blocks at the start.
 * @param all number of blocks that it may grow to.
 */
export const sampleNetwork = async (
  blocks: number,
  options: Partial<ServeOptions> = {},
  all = blocks,
): Promise<SampleNetwork> => {
  const folder = await mkdtemp(join(tmpdir(), 'sample-network-'))
  const database = join(folder, 'network.sqlite')
  const lines = [...simulate({ seed: 3, blocks: all, scale: 1 })]
  const ends = lines.flatMap((line, index) => (line.includes('"endBlock"') ? [index + 1] : []))
  const writer = new SqliteWriter(createDatabase(database))
  let stored = 0
  const growTo = async (height: number) => {
    const next = lines.slice(stored, ends[height - 1])
    stored += next.length
    await ingest(
      {
        name: 'simulated',
        bytesRead: () => 0,
        async *records() {
          yield next
        },
      },
      writer,
    )
  }
  await growTo(blocks)
  const serving = await serve({ database, host: '127.0.0.1', port: 0, log: 'silent', ...options })
  return {
    baseUrl: serving.url,
    growTo,
    close: async () => {
      await serving.close()
      writer.close()
      await rm(folder, { recursive: true })
    },
  }
}
