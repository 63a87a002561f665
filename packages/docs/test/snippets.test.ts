import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { serve } from '@trading-network/server'
import { simulate } from '@trading-network/simulator'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { guides } from '../src/guides/guides.ts'
import { snippetsIn } from '../src/guides/snippets.ts'
import { repository } from '../src/repository.ts'
import { LOCAL_SERVER } from '../src/site/servers.ts'
import { type Demo, startDemo } from './demo.ts'
import { accountsOf, heightOf } from './stored.ts'
import { type StreamServer, serveStream } from './stream-server.ts'

const run = promisify(execFile)
/** The server that every sample asks; the tests put their own in its place. */
const SHOWN = LOCAL_SERVER
/** The node of the network that samples ask. */
const SHOWN_NODE = '127.0.0.1:3008'
/** The web server with snapshots that samples ask. */
const SHOWN_SNAPSHOTS = 'https://snapshots.example.org'

let server: Demo
let node: StreamServer
let folder: string
beforeAll(async () => {
  server = await startDemo()
  node = await serveStream(simulate({ seed: 7, blocks: 500, scale: 1 }))
  folder = mkdtempSync(join(tmpdir(), 'docs-snippets-'))
})
afterAll(async () => {
  await server.close()
  node.close()
  rmSync(folder, { recursive: true })
})

/** Runs a script as shown, against the test's server, and gives the lines it writes. */
async function output(file: string): Promise<string[]> {
  const ask = globalThis.fetch
  const moved = (url: string) => url.replace(SHOWN, server.url)
  vi.stubGlobal('fetch', (input: Request | URL | string) =>
    input instanceof Request ? ask(new Request(moved(input.url), input)) : ask(moved(String(input))),
  )
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await import(join(repository, file))
  return log.mock.calls.map(words => words.join(' '))
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A curl command against the test's server. */
async function curl(command: string): Promise<unknown> {
  const { stdout } = await run('sh', [
    '-c',
    command.replace('curl', 'curl -sS --fail').replace(SHOWN, server.url),
  ])
  return JSON.parse(stdout)
}

describe('guides', () => {
  const sources = guides.flatMap(({ source }) => snippetsIn(source).map(({ source }) => source))

  it('show code from files only', () => {
    const fenced = guides.filter(({ source }) => source.includes('```')).map(({ file }) => file)
    expect(fenced).toEqual([])
    expect(sources.length).toBeGreaterThan(20)
  })

  it('show every recipe and example', () => {
    const files = globSync('{examples/recipes,packages/docs/src/guides/examples}/*', { cwd: repository })
    expect(files.filter(file => !sources.some(source => source.startsWith(file)))).toEqual([])
  })

  const examples = [...new Set(sources.map(source => source.split('#')[0] ?? ''))]
  it.each(examples.filter(path => path.includes('/examples/') && path.endsWith('.ts')))(
    '%s runs',
    async path => {
      expect((await output(path)).length).toBeGreaterThan(0)
    },
  )

  it('tell what their code writes', async () => {
    for (const name of ['amounts', 'timestamps']) {
      const path = `packages/docs/src/guides/examples/${name}.ts`
      vi.resetModules()
      const lines = await output(path)
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
      const told = [
        ...readFileSync(join(repository, path), 'utf8').matchAll(
          /console\.log\(.*\) \/\/ ([-\d.,]+)(?::.*)?$/gm,
        ),
      ]
      expect(told.length).toBeGreaterThan(0)
      for (const [, result] of told) expect(lines).toContain(result)
    }
  })
})

describe('shell commands', () => {
  const cli = join(repository, 'packages/server/src/cli.ts')
  const check = join(repository, 'tools/conformance/src/cli.ts')
  const commands = guides
    .flatMap(({ source }) => snippetsIn(source))
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.replaceAll('\\\n', ' ').split('\n'))

  it.each(commands)('%s', { timeout: 120_000 }, async command => {
    const [program, ...words] = command.split(/\s+/)
    if (program === 'curl') {
      expect(await curl(command)).toBeTypeOf('object')
    } else if (program === 'trading-network' && words[0] === 'serve') {
      // The last of several is what counts: free ports, and no waiting for a balancer.
      const here = [
        '--port',
        '0',
        '--drain-delay',
        '0s',
        ...(words.includes('--metrics') ? ['--metrics', '0'] : []),
      ]
      const child = spawn(process.execPath, [cli, ...words, ...here], { cwd: folder })
      child.stdout.setEncoding('utf8')
      let said = ''
      for await (const text of child.stdout) {
        said += text
        if (said.includes('Serving')) break
      }
      expect(said).toContain('Serving')
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
      expect(child.exitCode).toBe(0)
    } else if (program === 'node') {
      // It lies beside the command, and works in the folder where that is given.
      const file = join(repository, 'packages/docs/src/guides/examples', words[0] ?? '')
      const options = words.slice(1).map(word => word.replace(SHOWN_NODE, node.host))
      await run(process.execPath, [file, ...options], { cwd: folder })
    } else if (program === 'mkdir') {
      mkdirSync(join(folder, words[0] ?? ''))
    } else if (program === 'trading-network-check') {
      expect([[SHOWN], [`http://${SHOWN_NODE}`]]).toContainEqual(words)
      // Once is enough: for the node the command is the same.
      if (words[0] !== SHOWN) return
      const database = join(folder, 'events.sqlite')
      const checked = await serve({ database, host: '127.0.0.1', port: 0, log: 'silent' })
      onTestFinished(() => checked.close())
      const { stdout } = await run(process.execPath, [check, checked.url])
      expect(stdout).toContain(' 0 failed')
    } else if (words.includes('--follow')) {
      const child = spawn(process.execPath, [cli, ...words], { cwd: folder })
      onTestFinished(() => void child.kill('SIGKILL'))
      const database = join(folder, words.at(-1) ?? '')
      await expect.poll(() => heightOf(database), { timeout: 20_000 }).toBe(500)
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
      expect(child.exitCode).toBe(0)
    } else if (program === 'trading-network') {
      // A folder in place of a web server.
      const here = words.map(word => word.replace(SHOWN_SNAPSHOTS, pathToFileURL(folder).href))
      await run(process.execPath, [cli, ...here], { cwd: folder })
    } else if (command === 'npx -y pnpm start') {
      // The tests of the README run it.
      expect(readFileSync(join(repository, 'README.md'), 'utf8')).toContain(command)
    } else {
      // The tests of the site run it as its page shows it.
      const [, file = ''] = /^npx -y pnpm exec node (\S+\.ts) /.exec(command) ?? []
      expect(existsSync(join(repository, file))).toBe(true)
    }
  })

  it('store the same records from a file, from a folder and from a stream', () => {
    const [file, ...others] = ['events', 'recorded', 'streamed'].map(name =>
      accountsOf(join(folder, `${name}.sqlite`)),
    )
    expect(file?.length).toBeGreaterThan(10_000)
    expect(others).toEqual([file, file])
  })
})
