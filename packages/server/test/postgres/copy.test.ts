import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { simulate } from '@trading-network/simulator'
import pg from 'pg'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabases } from '../../src/network/databases.ts'
import { tables } from '../../src/projections/tables.ts'
import { Checksum } from '../../src/store/copy/checksum.ts'
import { storedTables } from '../../src/store/tables/stored-tables.ts'
import { Command } from '../command.ts'
import { contents } from '../contents.ts'
import { postgresUrl } from '../database.ts'
import { terminalWith } from '../readme.ts'
import { ingestInto } from '../running.ts'
import { run } from './database.ts'

const folder = mkdtempSync(join(tmpdir(), 'trading-network-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = [...simulate({ seed: 9, blocks: 120, scale: 1 })]
const cut = lines.findIndex(line => line.includes('"endBlock":{"height":"60"')) + 1
const server = postgresUrl as string

async function emptyDatabase(name: string): Promise<string> {
  await run(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = name
  return url.href
}

async function tagOf(database: string): Promise<string | undefined> {
  const network = await openDatabases({ database })
  onTestFinished(() => network.close())
  return (await network.head()).etag
}

const command = (...args: string[]) => new Command(args, folder).ended()

describe('trading-network copy', () => {
  it('makes a PostgreSQL database of an SQLite file, equal in every table, to go on with', async () => {
    const file = join(folder, 'network.sqlite')
    await ingestInto(file, lines.slice(0, cut))
    const database = await emptyDatabase('copy_whole')
    const { code, stdout, stderr } = await command('copy', '--from', file, '--to', database)
    expect(code, stderr).toBe(0)
    const copied = /^(\w+): \d[\d,]* rows, checksum [0-9a-f]{16}, equal$/gm
    const names = [...stdout.matchAll(copied)].map(([, name]) => name)
    expect(names).toEqual(storedTables(tables).map(({ name }) => name))
    const shown = terminalWith('trading-network copy').match(/^(?!\$ |\.\.\.).+/gm) ?? []
    expect(shown.length).toBeGreaterThan(0)
    for (const line of shown) expect(names).toContain([...line.matchAll(copied)][0]?.[1])
    expect(await contents(database)).toEqual(await contents(file))
    expect(await tagOf(database)).toBe(await tagOf(file))

    await ingestInto(file, lines)
    await ingestInto(database, lines)
    expect(await contents(database)).toEqual(await contents(file))
  })

  it('names the file when that is damaged, and copies nothing', async () => {
    const file = join(folder, 'damaged.sqlite')
    await ingestInto(file, lines.slice(0, cut))
    writeFileSync(file, readFileSync(file).fill(0xa5, 40 * 4096))
    const database = await emptyDatabase('copy_damaged')
    const { code, stderr } = await command('copy', '--from', file, '--to', database)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^error: \S+damaged\.sqlite cannot be used: database disk image is malformed; it is/,
    )
    await run(database, 'CREATE TABLE formats (nothing_was_left int)')
  })

  it('leaves the database empty when it is killed, and makes the whole copy when it is run again', async () => {
    const file = join(folder, 'killed.sqlite')
    await ingestInto(file, lines)
    const database = await emptyDatabase('copy_killed')
    const copying = ['copy', '--from', file, '--to', database]
    const client = new pg.Client(database)
    await client.connect()
    onTestFinished(() => client.end())
    const rows = async (text: string) => (await client.query(text)).rowCount
    const isAtWork = async () =>
      (await rows(`SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE locktype = 'advisory' AND datname = current_database()`)) !== 0
    // Slows down each table and each index, so that there are seconds for the kill.
    await client.query(`CREATE FUNCTION pause() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.05); END';
      CREATE EVENT TRIGGER pause ON ddl_command_end EXECUTE FUNCTION pause()`)
    for (const delay of [0, 300, 600, 900, 1200]) {
      const copy = new Command(copying, folder)
      await expect.poll(isAtWork, { interval: 10 }).toBe(true)
      await setTimeout(delay)
      copy.process.kill('SIGKILL')
      expect((await copy.ended()).code).toBe(null)
      // The server notices the kill after its last statement.
      await expect.poll(isAtWork, { interval: 10 }).toBe(false)
      expect(await rows(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).toBe(0)
    }
    await client.query('DROP EVENT TRIGGER pause')
    expect(await command(...copying)).toMatchObject({ code: 0 })
    expect(await contents(database)).toEqual(await contents(file))
  })

  it('leaves a database alone that has anything in it', async () => {
    const file = join(folder, 'other.sqlite')
    await ingestInto(file, lines.slice(0, cut))
    const database = await emptyDatabase('copy_taken')
    await run(database, 'CREATE TABLE theirs (number int)')
    const { code, stderr } = await command('copy', '--from', file, '--to', database)
    expect([code, stderr]).toEqual([1, expect.stringContaining('it has tables already')])
  })
})

describe('a checksum', () => {
  const of = (...rows: unknown[][]) => {
    const checksum = new Checksum()
    checksum.add(rows)
    return checksum
  }

  it('does not depend on the order of rows, but on every value, its place and its bounds', () => {
    const one = [1n, 'a', Buffer.from('ff', 'hex')]
    const two = [2n, 'b', Buffer.from('00', 'hex')]
    expect(of(one, two).equals(of(two, one))).toBe(true)
    for (const other of [
      [1n, 'b', Buffer.from('ff', 'hex')],
      ['a', 1n, Buffer.from('ff', 'hex')],
    ])
      expect(of(one).equals(of(other))).toBe(false)
    expect(of(['ab', 'c']).equals(of(['a', 'bc']))).toBe(false)
    expect(of(one, one).equals(of(one))).toBe(false)
  })
})
