import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const child = spawn(
    process.execPath,
    [cli, 'demo', '--database', database, '--port', '0', ...docs, ...options],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
    const [, url] = /answers at (\S+)[\s\S]*Ctrl-C ends it/.exec(said) ?? []
    if (url !== undefined) resolve(url)
  })
  child.once('exit', code => reject(new Error(`demo ended with ${code}: ${said}`)))
  const url = await promise
  return {
    url,
    database,
    close: async () => {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
