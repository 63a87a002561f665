import { expect, it, onTestFinished } from 'vitest'
import { type Connection, connect, query } from '../../src/store/postgres/connection.ts'
import { PostgresReader } from '../../src/store/postgres/reader.ts'
import { read } from '../../src/store/reading/reading.ts'
import { newDatabase, postgresUrl } from '../database.ts'
import { ingestInto } from '../running.ts'

const COMMON = 'SELECT ?1::bigint'
/** One of very many texts. */
const rare = (number: number) => `SELECT ?1::bigint + ${number}`

async function connection() {
  const client = await connect(postgresUrl as string, 5_000)
  onTestFinished(() => client.end())
  return client
}

/** Returns the prepared statements of this connection on the server, and their number according to `pg`. */
async function keptOf(client: Connection) {
  const rows = await client.query('SELECT statement FROM pg_prepared_statements')
  const { connection } = client as unknown as { connection: { parsedStatements: object } }
  return {
    texts: rows.rows.map(({ statement }) => String(statement)),
    names: Object.keys(connection.parsedStatements),
  }
}

it('rare statements displace each other, not the common ones', async () => {
  const client = await connection()
  for (let number = 0; number < 1000; number += 1) {
    expect(await query(client, rare(number), [1n])).toEqual([[BigInt(1 + number)]])
    if (number % 100 === 0) expect(await query(client, COMMON, [7n])).toEqual([[7n]])
  }
  const { texts, names } = await keptOf(client)
  expect(texts).toContain('SELECT $1::bigint')
  expect(texts).toContain('SELECT $1::bigint + 999')
  expect(texts).not.toContain('SELECT $1::bigint + 1')
  expect([texts.length, names.length]).toEqual([300, 300])
  // A dropped statement can be used again.
  expect(await query(client, rare(1), [1n])).toEqual([[2n]])
})

it('a statement is kept on each connection by itself', async () => {
  const [one, other] = [await connection(), await connection()]
  await query(one, COMMON, [1n])
  for (let number = 0; number < 400; number += 1) await query(other, rare(number), [1n])
  for (const client of [one, other]) expect(await query(client, COMMON, [1n])).toEqual([[1n]])
})

it('statements that share a connection are answered while others are forgotten, after failures too', async () => {
  const { database, release } = await newDatabase()
  onTestFinished(release)
  await ingestInto(database, [])
  const reader = new PostgresReader(database, { connections: 1 })
  onTestFinished(() => reader.close())
  const fails = Promise.allSettled([reader.answer(() => read('SELECT 1 / ?1::bigint', [0n]))])
  const all = Array.from({ length: 1000 }, (_, index) => index % 450)
  const answers = all.map(number => reader.answer(() => read(rare(number), [1n]), 20_000))
  const results = (await Promise.all(answers)).map(({ result }) => result)
  expect(results).toEqual(all.map(number => [[BigInt(1 + number)]]))
  expect((await fails)[0]?.status).toBe('rejected')
})
