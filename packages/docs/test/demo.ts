import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program } from '@trading-network/test/program'
import { repository } from '../src/repository.ts'

/** The command `trading-network demo`, as a reader starts it. */
export interface Demo {
  readonly url: string
  /** Its file, which a second server can serve too. */
  readonly database: string
  close(): Promise<void>
}

/**
 * Makes the sample network and serves it on a free port, with a built site when its folder is given.
 *
 * @param options by default the network stands still
 */
export async function startDemo(site?: string, options = ['--still']): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-demo-'))
  const database = join(folder, 'demo.sqlite')
  const cli = join(repository, 'packages/server/src/cli.ts')
  const docs = site === undefined ? ['--no-docs'] : ['--docs', site]
  const demo = new Program([
    process.execPath,
    cli,
    'demo',
    '--database',
    database,
    '--port',
    '0',
    // On a busy machine a request may wait for seconds, and get a 503 by default.
    '--max-delay',
    '60000',
    ...docs,
    ...options,
  ])
  const [, url = ''] = await demo.says(/answers at (\S+)[\s\S]*Ctrl-C ends it/)
  return {
    url,
    database,
    close: async () => {
      await demo.end()
      rmSync(folder, { recursive: true })
    },
  }
}
