import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Serving, serve } from '@trading-network/server'
import { Chain } from '../../server/test/chain.ts'
import { corpusEvents } from '../../server/test/corpus-events.ts'
import { ingestInto } from '../../server/test/running.ts'

/** Serves a network of which the example corpus is true, and a built site when its folder is given. */
export async function serveCorpus(site?: string): Promise<Serving> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-network-'))
  const database = join(folder, 'network.sqlite')
  await ingestInto(database, new Chain().blocks(corpusEvents()).lines)
  const serving = await serve({ database, host: '127.0.0.1', port: 0, log: 'silent', site })
  return {
    url: serving.url,
    close: async () => {
      await serving.close()
      rmSync(folder, { recursive: true })
    },
  }
}
