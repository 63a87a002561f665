import { simulate } from '@trading-network/simulator'
import { expect, it } from 'vitest'
import { openDatabases, operations } from '../../src/network/open-network.ts'
import { atEnd } from '../at-end.ts'
import { newPlace } from '../database.ts'
import { promised } from '../faults/guide.ts'
import { ingestInto } from '../running.ts'
import { run } from './database.ts'

const LIMIT = 3
const ROLE = `limited_${process.pid}`
const REQUESTS = 400

const url = await newPlace()
await ingestInto(url, simulate({ seed: 8, blocks: 30, scale: 1 }))
await run(
  url,
  `CREATE ROLE ${ROLE} LOGIN CONNECTION LIMIT ${LIMIT};
   GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${ROLE}`,
)
atEnd(() => run(url, `DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`))
const limited = Object.assign(new URL(url), { username: ROLE }).href

const accounts = operations.find(({ operationId }) => operationId === 'listAccounts')!

it.each([LIMIT, 40])(
  'a role with few connections answers every request of %i clients with those',
  async clients => {
    const network = await openDatabases({ database: limited, maxDelay: 60_000 })
    atEnd(() => network.close())
    let left = REQUESTS
    const client = async () => {
      while (left-- > 0) {
        expect(await network.answer(accounts, { 'pagination.first': 1 + (left % 50) })).toHaveProperty('body')
        // Requests of real clients come in turns of their own.
        await new Promise(setImmediate)
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    expect(network.connections?.total).toBeLessThanOrEqual(LIMIT)
  },
)

it('a role without a connection left is unavailable, and is advised', async () => {
  await run(url, `ALTER ROLE ${ROLE} CONNECTION LIMIT 0`)
  for (const words of promised('PostgreSQL allows no connection at all'))
    await expect(openDatabases({ database: limited })).rejects.toThrow(words)
  await run(url, `ALTER ROLE ${ROLE} CONNECTION LIMIT ${LIMIT}`)
})
