import { simulate } from '@trading-network/simulator'
import { Cluster } from '@trading-network/test/postgres'
import { major, OLDEST } from '@trading-network/test/postgres/binaries'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabases, operations } from '../../src/network/open-network.ts'
import { readParameters } from '../../src/parameters/read.ts'
import { contents } from '../contents.ts'
import { newDatabase, postgresUrl, type TestDatabase } from '../database.ts'
import { ingestInto } from '../running.ts'
import { removeFile } from './mirrored.ts'

it(`the suite runs on PostgreSQL ${major}`, async () => {
  expect(await versionOf(postgresUrl as string)).toMatch(new RegExp(`^${major}\\.`))
})

describe(`PostgreSQL ${OLDEST}, the oldest`, () => {
  const lines = [...simulate({ seed: 14, blocks: 120, scale: 1 })]
  let cluster: Cluster
  let file: TestDatabase
  beforeAll(async () => {
    cluster = await Cluster.create(['fsync = off'], OLDEST)
    await cluster.start()
    file = await newDatabase('sqlite')
    for (const database of [cluster.url(), file.database]) await ingestInto(database, lines)
  })
  afterAll(async () => {
    await file.release()
    removeFile(cluster.url())
    await cluster.remove()
  })

  it('is what runs', async () => {
    expect(await versionOf(cluster.url())).toMatch(new RegExp(`^${OLDEST}\\.`))
  })

  it('stores what SQLite stores', async () => {
    expect(await contents(cluster.url())).toEqual(await contents(file.database))
  })

  it('answers what SQLite answers', async () => {
    const networks = [
      await openDatabases({ database: cluster.url() }),
      await openDatabases({ database: file.database }),
    ]
    const lists = operations.filter(({ parameters }) => parameters.every(({ required }) => !required))
    expect(lists.length).toBeGreaterThan(4)
    for (const operation of lists) {
      const live = operation.operationId === 'listLiquidityProvisions' ? '&live=true' : ''
      const query = readParameters(operation, {}, `pagination.first=3${live}`)
      const [one, other] = await Promise.all(networks.map(network => network.answer(operation, query)))
      expect(String(one?.body), operation.operationId).toContain('"edges":[{')
      expect(one?.body, operation.operationId).toEqual(other?.body)
    }
    for (const network of networks) await network.close()
  })
})

async function versionOf(url: string): Promise<string | undefined> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  await client.end()
  return rows[0]?.server_version
}
