import { once } from 'node:events'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { simulate } from '@trading-network/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFiles } from '../src/ingest/files.ts'
import { loadProgram } from '../src/program.ts'
import { type Ended, startCommand } from './command.ts'
import { column, contents, contentsOf } from './contents.ts'
import { runHere } from './in-process.ts'
import { makeReleased } from './released-database.ts'
import { ingestInto } from './running.ts'
import { scratchFolder } from './scratch.ts'

const { folder } = scratchFolder()

const started = (...args: string[]) => startCommand(args, folder)
const run = (...args: string[]): Promise<Ended> => started(...args).ended()

const BLOCKS = 60
const lines = [...simulate({ seed: 4, blocks: BLOCKS, scale: 1 })]
const text = `${lines.join('\n')}\n`
const linesOf = (share: number) => lines.slice(0, lines.length * share)
writeFileSync(join(folder, 'events.ndjson'), text)

it('trading-network says which Node it needs', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.23.3' } })`
  const node = ['--import', `data:text/javascript,${encodeURIComponent(older)}`]
  expect(await startCommand(['--version'], folder, { node }).ended()).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: trading-network needs Node 24 or later; this is 22.23.3\n',
  })
})

describe('trading-network simulate', () => {
  const options = ['--seed', '4', '--blocks', String(BLOCKS)]

  it('writes the stream to standard output or to a file, which may be gzip', async () => {
    for (const output of [[], ['--output', '-']]) {
      const { code, stdout } = await run('simulate', ...options, ...output)
      expect({ code, same: stdout === text }).toEqual({ code: 0, same: true })
    }
    expect(await run('simulate', ...options, '--output', 'simulated.ndjson.gz')).toMatchObject({ code: 0 })
    const zipped = readFileSync(join(folder, 'simulated.ndjson.gz'))
    expect(gunzipSync(zipped).toString() === text).toBe(true)
  })

  it('ends quietly when whoever reads has had enough', async () => {
    const command = started('simulate', '--blocks', '100000')
    command.process.stdout!.once('data', () => command.process.stdout!.destroy())
    expect(await command.ended()).toMatchObject({ code: 0, stderr: '' })
  })

  it('each command ends quietly without a reader, and in one line when the output is full', async () => {
    await ingestInto(join(folder, 'read.sqlite'), lines)
    for (const words of [
      ['simulate', '--blocks', '9'],
      ['verify', '--database', 'read.sqlite'],
    ]) {
      const to = (target: string) =>
        startCommand(words, folder, { within: ['sh', '-c', `"$@" ${target}`, 'sh'] }).ended()
      expect(await to('>/dev/full'), words[0]).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^error: standard output: ENOSPC: .*\n$/),
      })
      expect(await to('| true'), words[0]).toMatchObject({ code: 0, stderr: '' })
    }
  })

  it('creates no folder', async () => {
    for (const args of [
      ['simulate', '--output', join(folder, 'absent/events.ndjson')],
      ['demo', '--port', '0', '--database', join(folder, 'absent/sample.sqlite')],
    ])
      expect(await runHere(...args)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/there is no folder .+absent; mount its disk, or create it\n$/),
      })
  })
})

describe('trading-network ingest', () => {
  it('stores a file, and skips what it has stored', async () => {
    const words = ['ingest', join(folder, 'events.ndjson'), '--database', join(folder, 'file.sqlite')]
    const first = await runHere(...words)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(
      /^Stored 60 blocks with [\d,]+ events in .*\. The database is at block 60\.\n/,
    )
    const second = await runHere(...words)
    expect(second.stdout).toMatch(
      /^Stored 0 blocks with 0 events .*\. The database is at block 60\.\nIts history begins at block 1 \(events\.ndjson\), and has no gaps\.\n$/,
    )
  })

  it('lists the types of events when asked, and stops where events are missing', async () => {
    const into = (name: string) => ['--types', '--database', join(folder, name)]
    const whole = await runHere('ingest', join(folder, 'events.ndjson'), ...into('types.sqlite'))
    expect(whole.stdout).toMatch(/^ *[\d,]+ {2}read {6}BUS_EVENT_TYPE_ORDER$/m)
    expect(whole.stdout).toMatch(/^ +60 {2}read {6}BUS_EVENT_TYPE_BEGIN_BLOCK$/m)
    expect(whole.stdout).toMatch(/^ +60 {2}left out {2}BUS_EVENT_TYPE_TIME_UPDATE$/m)
    const begin = lines.findIndex(
      (line, index) => index > 600 && line.includes('"BUS_EVENT_TYPE_BEGIN_BLOCK"'),
    )
    const path = join(folder, 'dropped.ndjson')
    writeFileSync(path, lines.toSpliced(begin + 1, 1).join('\n'))
    const dropped = await runHere('ingest', path, ...into('dropped.sqlite'))
    expect(dropped.code).toBe(65)
    expect(dropped.stderr).toMatch(/line \d+: event \S+ event 2 of its block is missing; .* --partial\n/)
    const partial = await runHere('ingest', path, '--partial', ...into('dropped.sqlite'))
    expect(partial.stdout).toMatch(/; 1 block has gaps\. It is partial since block \d+: /)
  })

  it('stops at Ctrl-C while it waits for more, and goes on from there', async () => {
    const path = join(folder, 'interrupted.sqlite')
    const database = ['--database', path]
    await ingestInto(path, linesOf(1 / 3), { openEnd: true })
    const [before] = await column(path, 'checkpoint', 'height')
    const command = started('ingest', '-', ...database)
    command.process.stdin!.write(`${linesOf(2 / 3).join('\n')}\n`)
    await expect.poll(() => column(path, 'checkpoint', 'height')).not.toEqual([before])
    const { code, stdout } = await command.interrupt()
    expect(code).toBe(0)
    expect(stdout).toContain('Stopped. Run the same command again to go on from here.')
    const rest = await runHere('ingest', join(folder, 'events.ndjson'), ...database)
    expect(rest.stdout).toMatch(/The database is at block 60\.\n\d+ blocks were stored already/)
  })

  it('warns of an input without events', async () => {
    writeFileSync(join(folder, 'empty.ndjson'), '\n\n')
    const { code, stderr } = await runHere(
      'ingest',
      join(folder, 'empty.ndjson'),
      '--database',
      join(folder, 'empty.sqlite'),
    )
    expect([code, stderr]).toEqual([0, 'warning: the input has no events; check the program that wrote it\n'])
  })

  it('says what is wrong in one line, and fails', async () => {
    const bad = join(folder, 'bad.ndjson')
    writeFileSync(bad, `${lines[0]}\nnonsense\n`)
    expect(await runHere('ingest', bad, '--database', join(folder, 'bad.sqlite'))).toMatchObject({
      code: 65,
      stderr: expect.stringMatching(
        /^error: line 2: not a JSON object.*\nNothing is stored yet\. Fix the cause and run the same command again;.*\n$/,
      ),
    })
  })
})

it.each(['.', '/dev/null', '/dev/full'])(
  'each command refuses a database that is no file: %s',
  async path => {
    const readers = ['serve', 'verify'].map(name => runHere(name, '--database', path))
    for (const { code, stderr } of await Promise.all([
      ...readers,
      run('ingest', 'events.ndjson', '-d', path),
    ]))
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^error: \/.* is not a file; name an SQLite file/),
      ])
  },
)

it('a name that SQLite would read in its own way is the name of a file', async () => {
  expect(await run('ingest', 'events.ndjson', '--database', ':memory:')).toMatchObject({ code: 0 })
  expect(await contents(join(folder, ':memory:'))).toEqual(await contentsOf(lines))
})

it('each command line of an advice is one that this program takes', async () => {
  const { commands } = await loadProgram()
  const source = fileURLToPath(new URL('../src', import.meta.url))
  const texts = globSync('**/*.ts', { cwd: source }).map(name => readFileSync(join(source, name), 'utf8'))
  const advised = texts.flatMap(text => [...text.matchAll(/trading-network ([a-z]+)((?: [^\n'`]+)?)/g)])
  const known = advised.filter(([, name]) => commands.some(command => command.name() === name))
  expect(known.length).toBeGreaterThan(5)
  for (const [line, name, words = ''] of known)
    for (const [, flag, value] of words.matchAll(/(--[a-z-]+) ?([^ ]*)/g)) {
      const command = commands.find(each => each.name() === name)
      const option = command?.options.find(({ long }) => long === flag)
      expect(option, line).toBeDefined()
      if (option?.required) expect(() => option.parseArg?.(value as string, undefined), line).not.toThrow()
    }
})

describe('trading-network serve', () => {
  it.each([[[]], [['--workers', '2']]])('says so when there is no database %j', async workers => {
    const nowhere = join(folder, 'nowhere.sqlite')
    expect(await runHere('serve', '--database', nowhere, '--port', '0', ...workers)).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: there is no database at ${nowhere}. Make one with: trading-network ingest <events> --database ${nowhere}\n`,
    })
    expect(existsSync(nowhere)).toBe(false)
  })

  it('says so when the port is taken', async () => {
    await ingestInto(join(folder, 'served.sqlite'), lines)
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as { port: number }
    expect(await run('serve', '--database', 'served.sqlite', '--port', String(port))).toMatchObject({
      code: 1,
      stderr: `error: port ${port} on 127.0.0.1 is taken; choose another one with --port\n`,
    })
  })
})

describe('trading-network upgrade', () => {
  it('upgrades a database without events', async () => {
    const released = join(folder, 'released.sqlite')
    makeReleased(released, '3.0.0')
    expect(await runHere('upgrade', '--database', released)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/released\.sqlite has the tables of version /),
    })
    const { stdout } = await runHere('verify', '--database', released)
    expect(stdout).toContain('Its history begins at block 1 (events.ndjson)')
  })

  it('makes no database', async () => {
    const none = join(folder, 'none.sqlite')
    expect(await runHere('upgrade', '--database', none)).toMatchObject({ code: 1 })
    expect(existsSync(none)).toBe(false)
  })
})

it('the help lists the exit codes', async () => {
  const { stdout } = await run('--help')
  expect(stdout).toMatch(/^ {2}65 +wrong events/m)
})

describe('trading-network demo', () => {
  it('never replaces a database that is not its own', async () => {
    const other = join(folder, 'other.sqlite')
    makeReleased(other, '3.0.0')
    const { code, stderr } = await runHere('demo', '--database', other, '--port', '0')
    expect(code).toBe(1)
    expect(stderr).toContain('Delete the file, and demo makes a new sample network;')
  })

  it('adds blocks with the time of the clock, on a chain of its own', async () => {
    const headers = async (url: string) => (await fetch(`${url}/api/v2/accounts?pagination.first=1`)).headers
    const first = started('demo', '--database', 'sample.sqlite', '--port', '0')
    const url = await first.url()
    const before = await headers(url)
    expect(before.get('x-chain-id')).toMatch(/^sample-\d+$/)
    await expect
      .poll(async () => Number((await headers(url)).get('x-block-height')))
      .toBeGreaterThan(Number(before.get('x-block-height')) + 1)
    const age = Date.now() - Number((await headers(url)).get('x-block-timestamp')) / 1e6
    expect(Math.abs(age)).toBeLessThan(30_000)
    expect((await first.interrupt()).stderr).not.toContain('warning')
  })

  it('makes a network that stands still, in place of another sample', async () => {
    const first = started(
      ...['demo', '--still', '--database', 'sample.sqlite', '--port', '0', '--record', 'sample.evts'],
    )
    const url = await first.url()
    const [, tried] = await first.says(/curl '(\S+)'/)
    expect(tried).toContain(url)
    expect((await fetch(tried as string)).status).toBe(200)
    const again = await run('demo', '--still', '--database', 'sample.sqlite', '--port', new URL(url).port)
    expect([again.code, again.stdout, again.stderr]).toEqual([1, '', expect.stringContaining('is taken')])
    const elsewhere = await run('demo', '--still', '--database', 'sample.sqlite', '--port', '0')
    const inUse =
      'error: sample.sqlite cannot be used: database is locked; another process writes to it; end one of the two\n'
    expect([elsewhere.code, elsewhere.stdout, elsewhere.stderr]).toEqual([1, '', inUse])
    expect((await fetch(tried as string)).status).toBe(200)
    const { code, stdout } = await first.interrupt()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Making a sample network/)
    expect(stdout).toMatch(/Stopped\.\n$/)
    const recorded = join(folder, 'recorded.sqlite')
    await ingestInto(recorded, await openFiles([join(folder, 'sample.evts')]))
    expect(await contents(recorded)).toEqual(await contents(join(folder, 'sample.sqlite')))
  })
})
