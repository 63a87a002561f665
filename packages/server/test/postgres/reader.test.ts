import { createServer } from 'node:net'
import { simulate } from '@trading-network/simulator'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabases } from '../../src/network/open-network.ts'
import { tables } from '../../src/projections/index.ts'
import { PostgresReader } from '../../src/store/postgres/reader.ts'
import { read } from '../../src/store/reading/reading.ts'
import { newPlace, postgresUrl } from '../database.ts'
import { promised } from '../faults/guide.ts'
import { ingestInto, opened } from '../running.ts'
import { run } from './database.ts'

const ACCOUNTS = '/api/v2/accounts?pagination.first=3'
const lines = [...simulate({ seed: 8, blocks: 30, scale: 1 })]

/** Returns a port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

async function filled(): Promise<string> {
  const database = await newPlace()
  await ingestInto(database, lines)
  return database
}

describe('a service on PostgreSQL', () => {
  it('refuses to start without a database to answer from, and keeps the password to itself', async () => {
    const port = await closedPort()
    const nowhere = openDatabases({ database: `postgres://me:secret@127.0.0.1:${port}/network` })
    await expect(nowhere).rejects.toThrow(
      `postgres://me:***@127.0.0.1:${port}/network cannot be used: connect ECONNREFUSED`,
    )
    const empty = new URL(postgresUrl as string)
    empty.pathname = 'template1'
    await expect(openDatabases({ database: empty.href })).rejects.toThrow(
      /has no tables of this service; make them with: trading-network ingest/,
    )
  })

  it('answers 503 with Retry-After when the database goes away', async () => {
    const database = await filled()
    const warnings: string[] = []
    const warn = (message: string) => void warnings.push(message)
    const { get } = await opened(database, { warn })
    expect((await get(ACCOUNTS)).status).toBe(200)
    const name = new URL(database).pathname.slice(1)
    const server = postgresUrl as string
    await run(server, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`)
    await run(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
    const refused = await get(ACCOUNTS)
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
    expect(refused.body).toMatchObject({ code: 14 })
    for (const words of promised('the PostgreSQL server is down')) expect(refused.body.message).toMatch(words)
    // The log has one line, however many requests fail.
    await get(ACCOUNTS)
    await get(ACCOUNTS)
    expect(new Set(warnings).size).toBe(warnings.length)
    expect(warnings.length).toBeGreaterThan(0)
    await run(server, `ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`)
    await expect.poll(async () => (await get(ACCOUNTS)).status).toBe(200)
  })

  it('refuses who would wait too long for a connection, and does not take a busy database for a broken one', async () => {
    const database = await filled()
    const warnings: string[] = []
    const warn = (message: string) => void warnings.push(message)
    const patience = 100
    const { get } = await opened(database, { warn, maxDelay: patience })
    const blocker = new pg.Client(database)
    await blocker.connect()
    onTestFinished(() => blocker.end())
    await blocker.query('BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE')
    const blocked = async () => {
      const text = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
        WHERE NOT granted AND datname = current_database()`
      return (await blocker.query(text)).rowCount
    }
    // Each takes one of ten connections.
    const underWay: ReturnType<typeof get>[] = []
    for (let i = 1; i <= 10; i += 1) {
      underWay.push(get(ACCOUNTS))
      await expect.poll(blocked, { interval: 2 }).toBe(i)
    }
    const started = performance.now()
    const refused = await get(ACCOUNTS)
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
    expect(performance.now() - started).toBeGreaterThan(patience - 5)
    await blocker.query('COMMIT')
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await get(ACCOUNTS)).status).toBe(200)
    expect(warnings).toEqual([])
  })
})

describe('readings that come at the same time', () => {
  const opened = async (connections: number) => {
    const reader = new PostgresReader(await filled(), tables, connections)
    onTestFinished(() => reader.close())
    return reader
  }
  /** Reads one value. */
  const asking = (text: string) => () => read({ text, values: [] })

  it('share a question for the checkpoint, sixteen of them each, and wait where there are too few connections', async () => {
    const reader = await opened(1)
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => sent.mockRestore())
    await Promise.all(Array.from({ length: 40 }, () => reader.answer(asking('SELECT 7'))))
    const texts = (sent.mock.calls as unknown as [{ text: string }][]).map(([{ text }]) => text)
    expect(texts.filter(text => text === 'SELECT 7')).toHaveLength(40)
    expect(texts.filter(text => text.includes('FROM format'))).toHaveLength(3)
  })

  it('are answered though one of them fails', async () => {
    const reader = await opened(1)
    const texts = ['SELECT 1', 'SELECT 1 / 0', 'SELECT 2', 'SELECT 3']
    const settled = await Promise.allSettled(texts.map(text => reader.answer(asking(text))))
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect((await reader.answer(asking('SELECT 4'))).result).toEqual([[4n]])
  })
})
