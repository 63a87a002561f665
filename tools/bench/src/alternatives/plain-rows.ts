import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** An account as a table that nobody has designed for speed: what a tool that reads a schema is given. */
interface PlainAccount {
  readonly number: number
  readonly owner: string
  readonly balance: string
  readonly asset: string
  readonly market: string
  readonly type: string
}

const BATCH = 10_000

/** The accounts of a network, numbered in the order in which they were first seen. */
function* plainAccounts(path: string): Generator<PlainAccount> {
  const database = new DatabaseSync(path, { readOnly: true })
  const name = (column: string) => `(SELECT text FROM names WHERE id = ${column}) AS ${column}`
  const columns = ['owner', 'asset', 'market', 'type'].map(name).join(', ')
  const statement = database.prepare(`SELECT balance, ${columns} FROM accounts ORDER BY at, pos`)
  let number = 0
  for (const row of statement.iterate()) {
    number += 1
    yield { number, ...row } as unknown as PlainAccount
  }
  database.close()
}

/** Makes the table in an empty PostgreSQL database, with the index that the questions need. */
export async function fillPostgres(url: string, path: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`CREATE TABLE accounts (
      number integer PRIMARY KEY, owner text NOT NULL, balance text NOT NULL, asset text NOT NULL,
      market text NOT NULL, type text NOT NULL
    )`)
    let rows = 0
    let batch: PlainAccount[] = []
    const store = async () => {
      await client.query('INSERT INTO accounts SELECT * FROM json_populate_recordset(NULL::accounts, $1)', [
        JSON.stringify(batch),
      ])
      rows += batch.length
      batch = []
    }
    for (const account of plainAccounts(path)) if (batch.push(account) === BATCH) await store()
    await store()
    await client.query('CREATE INDEX ON accounts (owner, number)')
    await client.query('VACUUM ANALYZE accounts')
    return rows
  } finally {
    await client.end()
  }
}

/** Writes the file that json-server serves from memory. */
export function writeJson(file: string, path: string): void {
  const accounts = Array.from(plainAccounts(path), account => ({ id: account.number, ...account }))
  writeFileSync(file, JSON.stringify({ accounts }))
}
