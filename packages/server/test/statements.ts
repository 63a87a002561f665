import { DatabaseSync } from 'node:sqlite'
import { isPostgres } from '../src/store/database-url.ts'
import { connect, execute, query } from '../src/store/postgres/connection.ts'

/** Runs SQL on a database, beside the service. */
export async function onDatabase(
  database: string,
  run: (ask: (text: string) => Promise<unknown[][]>) => Promise<void>,
) {
  if (!isPostgres(database)) {
    const file = new DatabaseSync(database)
    await run(async text => {
      const statement = file.prepare(text)
      statement.setReturnArrays(true)
      return statement.all() as unknown as unknown[][]
    })
    return file.close()
  }
  const client = await connect(database, 5_000)
  await run(text => (text.startsWith('SELECT') ? query(client, text) : execute(client, text)))
  return client.end()
}
