import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, ingest, type ServeOptions, SqliteWriter, serve } from '@trading-network/server'
import { simulate } from '@trading-network/simulator'

/** The real service on a free port, with a small made-up network. */
export interface SampleNetwork {
  readonly baseUrl: string
  close(): Promise<void>
}

/** Simulates a network of some blocks, ingests it and serves it. */
export const sampleNetwork = async (
  blocks: number,
  options: Partial<ServeOptions> = {},
): Promise<SampleNetwork> => {
  const folder = await mkdtemp(join(tmpdir(), 'sample-network-'))
  const database = join(folder, 'network.sqlite')
  const lines = [...simulate({ seed: 3, blocks, scale: 1 })]
  const writer = new SqliteWriter(createDatabase(database))
  await ingest(
    {
      name: 'simulated',
      bytesRead: () => 0,
      async *records() {
        yield lines
      },
    },
    writer,
  )
  writer.close()
  const serving = await serve({ database, host: '127.0.0.1', port: 0, log: 'silent', ...options })
  return {
    baseUrl: serving.url,
    close: async () => {
      await serving.close()
      await rm(folder, { recursive: true })
    },
  }
}
