import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { simulate } from '@trading-network/simulator'
import { describe, expect, it } from 'vitest'
import { tables } from '../src/projections/index.ts'
import { manifestPath, readManifest, restoreSnapshot, takeSnapshot } from '../src/store/snapshot/snapshot.ts'
import { startCommand } from './command.ts'
import { contents, contentsOf } from './contents.ts'
import { newPlace } from './database.ts'
import { runHere } from './in-process.ts'
import { ingestInto, sourceOf } from './running.ts'
import { scratchFolder } from './scratch.ts'

const { newPath } = scratchFolder()
const lines = [...simulate({ seed: 9, blocks: 120, scale: 1 })]
const cut = lines.findIndex(line => line.includes('"endBlock":{"height":"60"')) + 1

const source = await newPlace()
await ingestInto(source, lines.slice(0, cut))

describe('trading-network snapshot and restore', () => {
  it('make an equal database, with which ingest resumes', async () => {
    const file = newPath()
    const taken = await runHere('snapshot', '--database', source, '--output', file)
    expect(taken, taken.stderr).toMatchObject({ code: 0 })
    const said = taken.stdout.replace(file, 'FILE')
    expect(said).toMatch(/^Wrote FILE with [\d,]+ rows at block 60 in [\d.]+ s\.\n$/)
    expect((await readManifest(file, tables)).tables.map(({ name }) => name)).toEqual(
      tables.map(({ name }) => name),
    )

    const target = await newPlace()
    const restored = await runHere('restore', '--snapshot', file, '--database', target)
    expect(restored, restored.stderr).toMatchObject({ code: 0 })
    expect(restored.stdout).toMatch(/rows at block 60 in .+, equal to its manifest\.\n$/)
    expect(await contents(target)).toEqual(await contents(source))
    await ingestInto(target, lines)
    expect(await contents(target)).toEqual(await contentsOf(lines))
  })

  it('copy whole blocks while ingest writes', async () => {
    const database = await newPlace()
    await ingestInto(database, lines.slice(0, cut))
    const blocks = lines
      .slice(cut)
      .join('\n')
      .split(/(?<="endBlock":\{"height":"\d+"\}.*)\n/)
    const heights = new Set<string>()
    let isDone = false
    const writing = ingestInto(database, {
      ...sourceOf([]),
      async *records() {
        for (const block of blocks) {
          yield block.split('\n')
          await new Promise(setImmediate)
        }
      },
    }).finally(() => {
      isDone = true
    })
    while (!isDone) {
      const file = newPath()
      const { height } = await takeSnapshot(database, file, tables)
      heights.add(height)
      const end = lines.findIndex(line => line.includes(`"endBlock":{"height":"${height}"`)) + 1
      expect(await contents(file)).toEqual(await contentsOf(lines.slice(0, end)))
    }
    await writing
    expect(heights.size).toBeGreaterThan(0)
  })

  it.each([
    ['one byte', (bytes: Buffer) => bytes.fill(bytes[50_000]! ^ 1, 50_000, 50_001)],
    ['the end', (bytes: Buffer) => bytes.subarray(0, -4096)],
  ])('refuse a snapshot in which %s changed, and leave no database', async (_, change) => {
    const file = newPath()
    await takeSnapshot(source, file, tables)
    writeFileSync(file, change(readFileSync(file)))
    const target = await newPlace()
    await expect(restoreSnapshot(file, target, tables)).rejects.toThrow(/damaged|malformed/)
    // An empty database takes a restore.
    const whole = newPath()
    await takeSnapshot(source, whole, tables)
    await restoreSnapshot(whole, target, tables)
  })

  it.each(['snapshot', 'restore'])('%s names the new file when its disk is full', async command => {
    const file = newPath()
    await takeSnapshot(source, file, tables)
    const target = newPath()
    const words = command === 'snapshot' ? ['-d', source, '-o', target] : ['-s', file, '-d', target]
    // A limit on the size of files fails a write like a full disk.
    const within = ['sh', '-c', 'ulimit -f 100; trap "" XFSZ; exec "$@"', 'sh']
    const { code, stderr } = await startCommand([command, ...words], dirname(file), { within }).ended()
    expect([code, stderr]).toEqual([1, expect.stringContaining(`error: ${target} cannot be used: `)])
    expect(existsSync(target)).toBe(false)
  })

  it('refuse a file that another process makes', async () => {
    const [file, target] = [newPath(), newPath()]
    const taken = [takeSnapshot(source, file, tables), takeSnapshot(source, file, tables)]
    const [, secondSnapshot] = await Promise.allSettled(taken)
    expect(secondSnapshot).toMatchObject({ reason: { message: expect.stringContaining(`${file} cannot`) } })
    expect(readdirSync(dirname(file)).filter(name => name.startsWith(basename(file)))).toHaveLength(2)
    const restored = [restoreSnapshot(file, target, tables), restoreSnapshot(file, target, tables)]
    const ends = await Promise.allSettled(restored)
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await contents(target)).toEqual(await contents(source))
  })

  it('refuse a file that is there, a database with data, and a snapshot without its manifest', async () => {
    const file = newPath()
    await takeSnapshot(source, file, tables)
    await expect(takeSnapshot(source, file, tables)).rejects.toThrow(/is there already/)
    await expect(restoreSnapshot(file, source, tables)).rejects.toThrow(/there already/)
    const absent = `${newPath()}/absent/file.sqlite`
    await expect(takeSnapshot(source, absent, tables)).rejects.toThrow(/mount its disk/)
    const { stderr, code } = await runHere('restore', '-s', newPath(), '-d', newPath())
    expect([code, stderr]).toEqual([1, expect.stringContaining('Make both with: trading-network snapshot')])
    const manifest = JSON.parse(readFileSync(manifestPath(file), 'utf8')) as object
    writeFileSync(manifestPath(file), 'null')
    await expect(restoreSnapshot(file, newPath(), tables)).rejects.toThrow(/it is no manifest\. A snapshot/)
    writeFileSync(manifestPath(file), JSON.stringify({ ...manifest, format: 999 }))
    await expect(restoreSnapshot(file, newPath(), tables)).rejects.toThrow(
      / is of version .+; restore it with the version that made it/,
    )
  })
})

describe('trading-network verify', () => {
  it('finds nothing wrong with a database, its snapshot, and both together', async () => {
    const file = newPath()
    await takeSnapshot(source, file, tables)
    const against = ['--against', file, '--against', manifestPath(file)]
    const { code, stdout } = await runHere('verify', '--database', source, ...against)
    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(/^.+, block 60 of chain \S+$/m)
    expect(stdout).toMatch(/^stop_orders: [\d,]+ rows, checksum [0-9a-f]{16}$/m)
    expect(stdout).toMatch(/ are equal\.$/m)
  })

  it('names tables that differ from another database, or from the manifest of the snapshot', async () => {
    const file = newPath()
    await takeSnapshot(source, file, tables)
    const database = new DatabaseSync(file)
    database.exec(`UPDATE orders SET node = replace(node, '"side"', '"sidf"') WHERE rowid = 1`)
    database.close()
    for (const other of [source, manifestPath(file)]) {
      const { code, stdout } = await runHere('verify', '--database', file, '--against', other)
      expect(code).toBe(1)
      expect(stdout).toMatch(/^DIFFERENT .+: table orders has \d+ rows with checksum .+, the other \d+ rows/m)
      expect(stdout).not.toMatch(/table accounts has/)
    }
  })

  it('names damaged pages of a file', async () => {
    const file = newPath()
    await takeSnapshot(source, file, tables)
    writeFileSync(file, readFileSync(file).fill(0xa5, 60_000, 62_000))
    const { code, stdout, stderr } = await runHere('verify', '--database', file)
    expect(code).toBe(1)
    expect(stdout + stderr).toMatch(/DAMAGED pages|malformed/)
  })
})
