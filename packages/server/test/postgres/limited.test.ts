import { simulate } from '@trading-network/simulator'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openDatabases, operations } from '../../src/network/open-network.ts'
import { postgresUrl } from '../database.ts'
import { promised } from '../faults/guide.ts'
import { ingestInto } from '../running.ts'
import { newPostgresDatabase, run } from './database.ts'

const LIMIT = 3
const ROLE = `limited_${process.pid}`
const REQUESTS = 400

let url: string
let limited: string
let release: () => Promise<void>

beforeAll(async () => {
  const database = await newPostgresDatabase(postgresUrl as string)
  url = database.database
  release = database.release
  await ingestInto(url, simulate({ seed: 8, blocks: 30, scale: 1 }))
  await run(
    url,
    `CREATE ROLE ${ROLE} LOGIN CONNECTION LIMIT ${LIMIT};
     GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${ROLE}`,
  )
  const ofRole = new URL(url)
  ofRole.username = ROLE
  limited = ofRole.href
})
afterAll(async () => {
  await run(url, `DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`)
  await release()
})

const accounts = operations.find(({ operationId }) => operationId === 'listAccounts')!

/** Opens a network with a function that counts the refused requests of concurrent clients. */
async function opened(database: string) {
  const network = await openDatabases({ database })
  onTestFinished(() => network.close())
  const refused = async (clients: number) => {
    let [left, count] = [REQUESTS, 0]
    const client = async () => {
      while (left-- > 0) {
        await Promise.resolve(network.answer(accounts, { 'pagination.first': 1 + (left % 50) })).catch(() => {
          count += 1
        })
        // Requests of real clients come in turns of their own.
        await new Promise(resolve => setImmediate(resolve))
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    return count
  }
  const total = async () => network.connections?.total
  return { refused, total }
}

it('a role with few connections answers every request with those', async () => {
  const { refused, total } = await opened(limited)
  for (const clients of [LIMIT, 40]) expect(await refused(clients), `${clients} clients`).toBe(0)
  expect(await total()).toBe(LIMIT)
})

it('a role without a connection left is unavailable, and is advised', async () => {
  await run(url, `ALTER ROLE ${ROLE} CONNECTION LIMIT 0`)
  for (const words of promised('PostgreSQL allows no connection at all'))
    await expect(openDatabases({ database: limited })).rejects.toThrow(words)
  await run(url, `ALTER ROLE ${ROLE} CONNECTION LIMIT ${LIMIT}`)
})
