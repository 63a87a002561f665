import { execFile, spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { serve } from '@trading-network/server'
import { simulate } from '@trading-network/simulator'
import { Program } from '@trading-network/test/program'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { guides } from '../src/guides/guides.ts'
import { repository, repositoryUrl } from '../src/repository.ts'
import { LOCAL_SERVER } from '../src/site/server.ts'
import { blocksOf } from './blocks.ts'
import { builtSite } from './build.ts'
import { type Demo, startDemo } from './demo.ts'
import { accountsOf, heightOf } from './stored.ts'
import { type StreamServer, serveStream } from './stream-server.ts'

const run = promisify(execFile)
/** The server that every sample asks; the tests put their own in its place. */
const SHOWN = LOCAL_SERVER
/** The node of the network that samples ask. */
const SHOWN_NODE = '127.0.0.1:3008'
/** The path of a shell after the commands that install the kit. */
const PATH = [join(repository, 'node_modules/.bin'), process.env.PATH].join(delimiter)

/** The web server with snapshots that samples ask. */
const SHOWN_SNAPSHOTS = 'https://snapshots.example.org'

const site = await builtSite()
/** Every program of the guides, as their built pages show it. The blocks of the client's reference are signatures. */
const programs = guides
  .filter(({ group }) => group !== 'client' && group !== 'types')
  .flatMap(({ id }) =>
    blocksOf(site, id)
      .filter(({ isExcerpt }) => !isExcerpt)
      .map(block => ({ ...block, id, title: `${id}: ${block.code.trim().split('\n').at(-1)}` })),
  )

let server: Demo
let node: StreamServer
let folder: string
beforeAll(async () => {
  // It moves, as for a reader: a page about changes has some to show.
  server = await startDemo(undefined, [])
  node = await serveStream(simulate({ seed: 7, blocks: 500, scale: 1 }))
  folder = mkdtempSync(join(tmpdir(), 'docs-snippets-'))
})
afterAll(async () => {
  await server.close()
  node.close()
  rmSync(folder, { recursive: true })
})

/** Runs TypeScript in the folder of the kit until it ends or has written some lines; gives what it wrote. */
async function output(code: string, words: readonly string[], enough: number): Promise<string[]> {
  const args = [
    '--input-type=module-typescript',
    '--eval',
    code.replaceAll(SHOWN, server.url),
    '--',
    'program',
  ]
  const child = spawn(process.execPath, [...args, ...words], { cwd: repository })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [written, errors] = ['', '']
  const { promise, resolve } = Promise.withResolvers<void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text
    if (written.split('\n').length > enough) resolve()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.once('close', () => resolve())
  await promise
  expect(errors).toBe('')
  return written.trimEnd().split('\n')
}

/** The arguments with which a command of the same page starts a program. */
function argumentsOf({ id }: { id: string }): string[] {
  const [, words = ''] =
    programs
      .filter(block => block.id === id)
      .map(({ code }) => /^npx -y pnpm exec node \S+\.ts ([\s\S]+)/.exec(code))
      .find(Boolean) ?? []
  return words
    .replaceAll('\\\n', ' ')
    .split(/\s+/)
    .filter(Boolean)
    .map(word => word.replace(SHOWN, server.url))
}

/** A curl command against the test's server. */
async function curl(command: string): Promise<unknown> {
  const { stdout } = await run('sh', [
    '-c',
    command.replace('curl', 'curl -sS --fail').replace(SHOWN, server.url),
  ])
  return JSON.parse(stdout)
}

it('guides show every recipe', () => {
  const files = globSync('examples/recipes/*', { cwd: repository })
  const shown = guides.map(({ file }) => readFileSync(join(repository, file), 'utf8')).join()
  expect(files.filter(file => !shown.includes(`[${file}]`))).toEqual([])
})

describe('every program in TypeScript, whole on its page, runs on the sample network', () => {
  // The tests of samples run the recipes, and compare what they print.
  const typed = programs.filter(({ id, language }) => language === 'ts' && !id.startsWith('recipes/'))

  it('of many', () => {
    expect(typed.length).toBeGreaterThan(15)
  })

  it.each(typed)('$title', async program => {
    // A watch goes on until its reader ends it. It writes the state, and a change; the bot waits for a rare one.
    const isEndless = program.code.includes('/watch')
    const enough = program.code.includes('onTriggered') ? 1 : isEndless ? 2 : Number.POSITIVE_INFINITY
    const lines = await output(program.code, argumentsOf(program), enough)
    expect(lines.join('')).not.toBe('')
    // A comment beside a line tells what it writes.
    for (const [, result] of program.code.matchAll(/console\.log\(.*\) \/\/ ([-\d.,]+)(?::.*)?$/gm))
      expect(lines).toContain(result)
  })
})

describe('shell commands', () => {
  const inShell = { env: { ...process.env, PATH } }
  const commands = programs
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.replaceAll('\\\n', ' ').split('\n'))

  it.each(commands)('%s', async command => {
    const [program, ...words] = command.split(/\s+/)
    if (program === 'curl' && command.includes(SHOWN_SNAPSHOTS)) {
      // A folder in place of a web server.
      const elsewhere = mkdtempSync(join(folder, 'download-'))
      // The name of the folder has characters that the shell and curl take for patterns.
      const here = command
        .replace('curl', 'curl --globoff')
        .replaceAll(SHOWN_SNAPSHOTS, `'${pathToFileURL(folder).href}'`)
      await run('sh', ['-c', here], { cwd: elsewhere })
      expect(readdirSync(elsewhere).sort()).toEqual(['snapshot.sqlite', 'snapshot.sqlite.json'])
    } else if (program === 'curl') {
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
      const service = new Program(['trading-network', ...words, ...here], { cwd: folder, ...inShell })
      await service.says(/Serving/)
      expect(await service.end()).toBe(0)
    } else if (program === 'node') {
      // The page shows the file.
      const file = words[0] ?? ''
      writeFileSync(join(folder, file), programs.find(({ language }) => language === 'mjs')?.code ?? '')
      const options = words.slice(1).map(word => word.replace(SHOWN_NODE, node.host))
      await run(process.execPath, [file, ...options], { cwd: folder })
    } else if (program === 'mkdir') {
      await run('sh', ['-c', command], { cwd: folder })
    } else if (program === 'export') {
      // In the folder of the kit it is the path of these tests.
      const { stdout } = await run('sh', ['-c', `${command}; echo $PATH`], { cwd: repository })
      expect(stdout.trim()).toBe(PATH)
    } else if (command === 'npx -y pnpm install') {
      // Nothing in these tests would run without it.
      expect(existsSync(join(repository, 'node_modules/.bin/trading-network'))).toBe(true)
    } else if (program === 'trading-network-check') {
      expect([[SHOWN], [`http://${SHOWN_NODE}`]]).toContainEqual(words)
      // Once is enough: for the node the command is the same.
      if (words[0] !== SHOWN) return
      const database = join(folder, 'events.sqlite')
      const checked = await serve({ database, host: '127.0.0.1', port: 0, log: 'silent' })
      onTestFinished(() => checked.close())
      // One operation shows that the command works. The tests of the check itself read all nine.
      const { stdout } = await run('trading-network-check', [checked.url, '--only', 'getStake'], inShell)
      expect(stdout).toContain(' 0 failed')
    } else if (words.includes('--follow')) {
      const ingest = new Program(['trading-network', ...words], { cwd: folder, ...inShell })
      onTestFinished(async () => void (await ingest.end('SIGKILL')))
      const database = join(folder, words.at(-1) ?? '')
      await expect.poll(() => heightOf(database)).toBe(500)
      expect(await ingest.end()).toBe(0)
    } else if (program === 'trading-network') {
      await run('sh', ['-c', command], { cwd: folder, ...inShell })
    } else if (program === 'git' || program === 'cd') {
      // Tests have no network. The address is that of the repository, and the folder is named by it.
      expect(repositoryUrl.endsWith(words.at(-1) ?? 'no word')).toBe(true)
    } else if (
      command === 'npx -y pnpm start' ||
      /^(npm install|npx -y pnpm (build|--filter))/.test(command)
    ) {
      // The README has the same commands.
      expect(readFileSync(join(repository, 'README.md'), 'utf8')).toContain(command)
    } else {
      // The tests of the site run it as its page shows it.
      const [, file = ''] = /^npx -y pnpm exec node (\S+\.ts) /.exec(command) ?? []
      expect(existsSync(join(repository, file))).toBe(true)
    }
  })

  it('store the same records from a file, from a folder and from a stream', async () => {
    const [file, ...others] = await Promise.all(
      ['events', 'recorded', 'streamed'].map(name => accountsOf(join(folder, `${name}.sqlite`))),
    )
    expect(file?.length).toBeGreaterThan(10_000)
    expect(others).toEqual([file, file])
  })
})
