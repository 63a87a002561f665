import { DatabaseSync } from 'node:sqlite'

/** Runs SQL on a file, beside the service. */
export async function onDatabase(
  database: string,
  run: (ask: (text: string) => Promise<unknown[][]>) => Promise<void>,
) {
  const file = new DatabaseSync(database)
  await run(async text => {
    const statement = file.prepare(text)
    statement.setReturnArrays(true)
    return statement.all() as unknown as unknown[][]
  })
  file.close()
}
