import { expect, it, onTestFinished } from 'vitest'
import { tables } from '../../src/projections/tables.ts'
import { connect, query } from '../../src/store/postgres/connection.ts'
import { bringToFormat } from '../../src/store/postgres/format.ts'
import { newBareDatabase } from '../database.ts'

it('tables are made once, however many processes start at once', async () => {
  const { database, release } = await newBareDatabase()
  onTestFinished(release)
  const clients = await Promise.all([1, 2, 3, 4].map(() => connect(database, 5_000)))
  await Promise.all(clients.map(client => bringToFormat(client, tables)))
  expect(await query(clients[0]!, 'SELECT count(*) FROM format')).toEqual([[1n]])
  await Promise.all(clients.map(client => client.end()))
})
