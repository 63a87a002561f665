import { openDatabases, operations } from '@trading-network/server'

/** The newest accounts of a database, as a response has them. */
export async function accountsOf(file: string): Promise<string> {
  const network = await openDatabases({ database: file })
  const operation = operations.find(({ operationId }) => operationId === 'listAccounts')!
  try {
    const query = { 'pagination.first': 5000, 'pagination.newestFirst': true }
    return String((await network.answer(operation, query)).body)
  } finally {
    await network.close()
  }
}

/** The block that a database stands at; 0 while there is none. */
export async function heightOf(file: string): Promise<number> {
  try {
    const network = await openDatabases({ database: file })
    const { height } = await network.head()
    await network.close()
    return Number(height)
  } catch {
    return 0
  }
}
