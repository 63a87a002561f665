import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoCommand, welcome } from '../../../packages/server/src/commands/demo.ts'
import { Program } from '../src/program.ts'
import { root, run } from '../src/run.ts'
import { commands, documents, localLinks } from './documents.ts'

/** A guide with the same command, which its own tests run. */
const CHECK_GUIDE = 'packages/docs/guides/guides/8-network-events.md'

describe('documents', () => {
  it.each(documents.map(document => [document.path, document] as const))(
    '%s links to files that exist',
    (_, document) => {
      expect(localLinks(document).filter(target => !existsSync(join(root, target)))).toEqual([])
    },
  )
})

it('the page for contributors lists the scripts that there are', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `([a-z:]+)` /gm)].map(([, name = '']) => name)
  expect(listed.sort()).toEqual(Object.keys(scripts).sort())
})

it('the README shows what `demo` prints', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const terminals = [...readme.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, shown = '']) => shown)
  const database = demoCommand().options.find(option => option.attributeName() === 'database')
  const printed = welcome('http://127.0.0.1:8080', database?.defaultValue, true, false)
  expect(printed).toContain(terminals.find(shown => shown.includes('A sample network')) ?? 'a terminal')
})

describe('commands in documents', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'documents-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const cli = join(root, 'packages/server/src/cli.ts')
  const check = join(root, 'packages/check/src/cli.ts')

  /** Runs beside a server of a small network that it starts, and ends it. */
  async function withServer(use: (url: string) => Promise<void>): Promise<void> {
    const [events, database] = [join(folder, 'small.ndjson'), join(folder, 'small.sqlite')]
    await run(process.execPath, [cli, 'simulate', '--blocks', '200', '--output', events])
    await run(process.execPath, [cli, 'ingest', events, '--database', database])
    await using server = new Program([process.execPath, cli, 'serve', '--database', database, '--port', '0'])
    const [url = ''] = await server.says(/(?<=Serving.* )http:\S+/)
    await use(url)
  }

  const all = documents.flatMap(document =>
    commands(document).map(command => [document.path, command] as const),
  )

  it('are found', () => {
    expect(all.length).toBeGreaterThan(5)
  })

  it.each(all)('%s: %s', async (_, command) => {
    const [program = '', ...words] = command.replace(/^(npx -y pnpm exec|npx -y pnpm) /, '$1|').split(/[| ]/)
    const line = command.replace(/^(npx -y pnpm exec|npx -y pnpm) /, '')
    if (command === 'npx -y pnpm test') {
      expect(readFileSync(join(root, '.ci/run'), 'utf8')).toContain(command)
    } else if (line === 'start') {
      const args = ['start', '--port', '0', '--database', join(folder, 'sample.sqlite')]
      await using started = new Program(['pnpm', ...args], { cwd: root, detached: true })
      const { input } = await started.says(/Ctrl-C ends it/)
      const urls = [...input.matchAll(/curl '([^']+)'/g)].map(([, url = '']) => url)
      expect(urls).toHaveLength(3)
      for (const url of urls) expect((await fetch(url)).status).toBe(200)
    } else if (line === 'install') {
      // Nothing in these tests would run without it.
      expect(existsSync(join(root, 'node_modules/.bin/trading-network'))).toBe(true)
    } else if (line.startsWith('trading-network serve')) {
      const serving = [process.execPath, cli, ...line.split(' ').slice(1), '--port', '0']
      const service = new Program(serving, { cwd: folder })
      await service.says(/Serving/)
      expect(await service.end()).toBe(0)
    } else if (line.startsWith('trading-network ')) {
      const { code, output } = await run(process.execPath, [cli, ...line.split(' ').slice(1)], folder)
      expect(code, output).toBe(0)
    } else if (/^trading-network-check \S+$/.test(line)) {
      expect(readFileSync(join(root, CHECK_GUIDE), 'utf8').split('\n')).toContain(line)
    } else if (line.startsWith('trading-network-check ')) {
      await withServer(async url => {
        const [, , ...options] = line.split(' ')
        const { code, output } = await run(process.execPath, [check, url, ...options], folder)
        expect(code, output).toBe(0)
        expect(output).toContain(' 0 failed')
      })
    } else if (line.startsWith('build ') || line.includes('../my-project')) {
      const { code, output } = await run('sh', [
        '-c',
        command.replaceAll('../my-project', `'${join(folder, 'mine')}'`),
      ])
      expect(code, output).toBe(0)
      if (line.startsWith('npm install'))
        expect(existsSync(join(folder, 'mine/node_modules/@trading-network/fetch/dist'))).toBe(true)
    } else {
      throw new Error(`no test runs "${program}" with ${words.join(' ')}`)
    }
  })
})
