import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tables } from '../../src/projections/tables.ts'
import { connect, query } from '../../src/store/postgres/connection.ts'
import { bringToFormat, formatOf } from '../../src/store/postgres/format.ts'
import { openForWriting, readDatabase } from '../../src/store/sqlite/database-file.ts'
import { FORMAT } from '../../src/store/tables/schema.ts'
import { requireCurrent, stepsFrom } from '../../src/store/tables/upgrades/steps.ts'
import type { Upgrade } from '../../src/store/tables/upgrades/upgrade.ts'
import { postgresUrl } from '../database.ts'
import { run } from './database.ts'

const column = 'ALTER TABLE checkpoint ADD COLUMN remark TEXT'
const next: Upgrade = { to: FORMAT + 1, sqlite: [column], postgres: [column] }
const afterNext: Upgrade = { to: FORMAT + 2, sqlite: [], postgres: [] }

let made = 0
async function emptyDatabase(): Promise<string> {
  const name = `format_${process.pid}_${made++}`
  await run(postgresUrl as string, `CREATE DATABASE ${name}`)
  const url = new URL(postgresUrl as string)
  url.pathname = name
  return url.href
}

async function connection(database: string) {
  const client = await connect(database, 5_000)
  onTestFinished(() => client.end())
  return client
}

describe('the steps of an upgrade', () => {
  it('go forwards only, each once, and only where each is known', () => {
    expect(stepsFrom(FORMAT, [next, afterNext], FORMAT + 2)).toEqual([next, afterNext])
    expect(stepsFrom(FORMAT + 1, [next, afterNext], FORMAT + 2)).toEqual([afterNext])
    expect(stepsFrom(FORMAT, [], FORMAT)).toEqual([])
    expect(() => stepsFrom(FORMAT, [afterNext], FORMAT + 2)).toThrow('ingest the events into a new database')
    expect(() => stepsFrom(FORMAT + 1)).toThrow(/a newer version made; this version knows formats up to/)
    expect(() => requireCurrent(FORMAT, [next], FORMAT + 1)).toThrow('the next `trading-network ingest`')
  })
})

describe('a PostgreSQL database', () => {
  it('gets its tables once, however many processes start at once, and its upgrade once', async () => {
    const database = await emptyDatabase()
    const clients = await Promise.all([1, 2, 3, 4].map(() => connection(database)))
    await Promise.all(clients.map(client => bringToFormat(client, tables)))
    await Promise.all(clients.map(client => bringToFormat(client, tables, [next], FORMAT + 1)))
    expect(await query(clients[0]!, 'SELECT number FROM formats ORDER BY number')).toEqual([
      [BigInt(FORMAT)],
      [BigInt(FORMAT + 1)],
    ])
    await expect(bringToFormat(clients[0]!, tables)).rejects.toThrow('a newer version made')
  })

  it('keeps its format when a step fails', async () => {
    const client = await connection(await emptyDatabase())
    await bringToFormat(client, tables)
    const broken: Upgrade = { to: FORMAT + 1, sqlite: [], postgres: [column, 'SELECT 1/0'] }
    await expect(bringToFormat(client, tables, [broken], FORMAT + 1)).rejects.toThrow('division by zero')
    expect(await formatOf(statement => query(client, statement))).toBe(FORMAT)
    await bringToFormat(client, tables, [next], FORMAT + 1)
    expect(await formatOf(statement => query(client, statement))).toBe(FORMAT + 1)
  })
})

describe('an SQLite file', () => {
  it('is upgraded by who writes, and refused by who only reads or is too old', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trading-network-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'network.sqlite')
    openForWriting(path, tables).close()
    const upgraded = openForWriting(path, tables, [next], FORMAT + 1)
    expect(upgraded.first('SELECT remark FROM checkpoint', [])).toBe(undefined)
    upgraded.close()
    expect(() => openForWriting(path, tables)).toThrow(
      `it has format ${FORMAT + 1}, which a newer version made`,
    )
    expect(() => readDatabase(path)).toThrow('which a newer version made')
  })
})
