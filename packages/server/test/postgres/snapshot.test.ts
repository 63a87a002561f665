import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { simulate } from '@trading-network/simulator'
import pg from 'pg'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabases } from '../../src/network/databases.ts'
import { tables } from '../../src/projections/tables.ts'
import { restoreSnapshot } from '../../src/store/snapshot/restore.ts'
import { takeSnapshot } from '../../src/store/snapshot/take.ts'
import { Command } from '../command.ts'
import { contents } from '../contents.ts'
import { postgresUrl } from '../database.ts'
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

async function stateOf(database: string): Promise<string> {
  const network = await openDatabases({ database })
  onTestFinished(() => network.close())
  return (await network.head()).state
}

const command = (...args: string[]) => new Command(args, folder).ended()

describe('restoring a snapshot into PostgreSQL', () => {
  it('gives the state of the snapshot, so waiting requests need no read', async () => {
    const file = join(folder, 'network.sqlite')
    await ingestInto(file, lines.slice(0, cut))
    await takeSnapshot(file, `${file}.snapshot`, tables)
    const database = await emptyDatabase('restored_tag')
    await restoreSnapshot(`${file}.snapshot`, database, tables)
    expect(await stateOf(database)).toBe(await stateOf(file))
  })

  it('leaves the database empty when it is killed, and restores everything when it is run again', async () => {
    const ingested = join(folder, 'killed.sqlite')
    await ingestInto(ingested, lines)
    const file = `${ingested}.snapshot`
    await takeSnapshot(ingested, file, tables)
    const database = await emptyDatabase('restore_killed')
    const restoring = ['restore', '--snapshot', file, '--database', database]
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
      const restore = new Command(restoring, folder)
      await expect.poll(isAtWork, { interval: 10 }).toBe(true)
      await setTimeout(delay)
      restore.process.kill('SIGKILL')
      expect((await restore.ended()).code).toBe(null)
      // The server notices the kill after its last statement.
      await expect.poll(isAtWork, { interval: 10 }).toBe(false)
      expect(await rows(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).toBe(0)
    }
    await client.query('DROP EVENT TRIGGER pause')
    expect(await command(...restoring)).toMatchObject({ code: 0 })
    expect(await contents(database)).toEqual(await contents(file))
  })

  it('leaves a database alone that has anything in it', async () => {
    const ingested = join(folder, 'other.sqlite')
    await ingestInto(ingested, lines.slice(0, cut))
    const file = `${ingested}.snapshot`
    await takeSnapshot(ingested, file, tables)
    const database = await emptyDatabase('restore_taken')
    await run(database, 'CREATE TABLE theirs (number int)')
    const { code, stderr } = await command('restore', '--snapshot', file, '--database', database)
    expect([code, stderr]).toEqual([1, expect.stringContaining('it has tables already')])
  })
})
