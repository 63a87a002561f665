import { simulate } from '@trading-network/simulator'
import { Cluster } from '@trading-network/test/postgres'
import { major, OLDEST } from '@trading-network/test/postgres/binaries'
import { expect, it } from 'vitest'
import { operations } from '../../src/network/open-network.ts'
import { atEnd } from '../at-end.ts'
import { contents, selected } from '../contents.ts'
import { newPlace, postgresUrl } from '../database.ts'
import { ingestInto, opened } from '../running.ts'
import { removeFile } from './mirrored.ts'

it(`the suite runs on PostgreSQL ${major}`, async () => {
  expect(await versionOf(postgresUrl as string)).toMatch(new RegExp(`^${major}\\.`))
})

it(`PostgreSQL ${OLDEST}, the oldest, stores and answers what SQLite does`, async () => {
  const cluster = await Cluster.create(['fsync = off'], OLDEST)
  atEnd(async () => {
    removeFile(cluster.url())
    await cluster.remove()
  })
  await cluster.start()
  expect(await versionOf(cluster.url())).toMatch(new RegExp(`^${OLDEST}\\.`))
  const lines = [...simulate({ seed: 14, blocks: 120, scale: 1 })]
  const databases = [cluster.url(), await newPlace('sqlite')] as const
  for (const database of databases) await ingestInto(database, lines)
  expect(await contents(databases[0])).toEqual(await contents(databases[1]))

  const services = [await opened(databases[0]), await opened(databases[1])] as const
  const lists = operations.filter(({ parameters }) => parameters.every(({ required }) => !required))
  expect(lists.length).toBeGreaterThan(4)
  for (const { path } of lists) {
    const live = path.includes('provisions') ? '&live=true' : ''
    const [one, other] = await Promise.all(
      services.map(({ get }) => get(`${path}?pagination.first=3${live}`)),
    )
    expect(JSON.stringify(one?.body), path).toContain('"edges":[{')
    expect(one?.body, path).toEqual(other?.body)
  }
  await services[0].close()
})

async function versionOf(url: string): Promise<unknown> {
  const [rows] = await selected(url, 'SHOW server_version')
  return rows?.[0]?.[0]
}
