import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** An account in a plain table, as a tool expects that serves any schema. */
interface PlainAccount {
  readonly number: number
  readonly owner: string
  readonly balance: string
  readonly asset: string
  readonly market: string
  readonly type: string
}

const BATCH = 10_000

/** The accounts of a network, numbered from the oldest. */
export function plainAccounts(path: string): PlainAccount[] {
  const database = new DatabaseSync(path, { readOnly: true })
  const name = (column: string) => `(SELECT text FROM names WHERE id = ${column}) AS ${column}`
  const columns = ['owner', 'asset', 'market', 'type'].map(name).join()
  const rows = database.prepare(`SELECT balance, ${columns} FROM accounts ORDER BY at, pos`).all()
  database.close()
  return rows.map((row, index) => ({ number: index + 1, ...row }) as unknown as PlainAccount)
}

/** Makes the table in an empty PostgreSQL database, with the index that the questions need. */
export async function fillPostgres(url: string, accounts: readonly PlainAccount[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`CREATE TABLE accounts (
      number integer PRIMARY KEY, owner text NOT NULL, balance text NOT NULL, asset text NOT NULL,
      market text NOT NULL, type text NOT NULL
    )`)
    const insert = 'INSERT INTO accounts SELECT * FROM json_populate_recordset(NULL::accounts, $1)'
    for (let at = 0; at < accounts.length; at += BATCH)
      await client.query(insert, [JSON.stringify(accounts.slice(at, at + BATCH))])
    await client.query('CREATE INDEX ON accounts (owner, number)')
    await client.query('VACUUM ANALYZE accounts')
  } finally {
    await client.end()
  }
}

/** Writes the file that json-server reads into memory. */
export function writeJson(file: string, accounts: readonly PlainAccount[]): void {
  writeFileSync(file, JSON.stringify({ accounts: accounts.map(row => ({ id: row.number, ...row })) }))
}
