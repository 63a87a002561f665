import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { simulate } from '@trading-network/simulator'

const COMMAND = fileURLToPath(new URL('../../packages/server/src/cli.ts', import.meta.url))

/** A simulated network that grows: `ingest --follow` reads a file, and `serve` serves its database. */
export interface GrowingNetwork {
  readonly url: string
  /** Appends the blocks up to this height, and waits until they are served. */
  growTo(height: number): Promise<void>
  close(): Promise<void>
}

/** @param all The height that the network can grow to. */
export async function growingNetwork(height: number, all: number): Promise<GrowingNetwork> {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'))
  const [file, database] = [join(folder, 'events.ndjson'), join(folder, 'network.sqlite')]
  const lines = [...simulate({ seed: 3, blocks: all, scale: 1 })]
  const ends = lines.flatMap((line, index) => (line.includes('"endBlock"') ? [index + 1] : []))
  let written = 0
  const append = (height: number) => {
    const end = ends[height - 1]!
    appendFileSync(
      file,
      lines
        .slice(written, end)
        .map(line => `${line}\n`)
        .join(''),
    )
    written = end
  }
  append(height)
  const ingest = run(['ingest', file, '--follow', '--database', database])
  const server = run(['serve', '--no-docs', '--port', '0', '--database', database, '--wait'])
  const [, url = ''] = await outputOf(server, /Serving .*(http:\/\/\S+)/)
  const reach = async (height: number) => {
    for (;;) {
      const response = await fetch(`${url}/api/v2/accounts?pagination.first=1`)
      if (Number(response.headers.get('x-block-height')) >= height) return
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
  await reach(height)
  return {
    url,
    async growTo(height) {
      append(height)
      await reach(height)
    },
    async close() {
      await Promise.all([end(ingest), end(server)])
      rmSync(folder, { recursive: true })
    },
  }
}

function run(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
}

/** Waits for this in the output of a process. */
export async function outputOf(child: ChildProcess, wanted: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk
    const found = wanted.exec(output)
    if (found) resolve(found)
  })
  child.once('exit', code => reject(new Error(`ended with ${code}: ${output}`)))
  return promise
}

/** Ends a process as Ctrl-C does. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}
