import { readFileSync } from 'node:fs'
import { onDatabase } from './statements.ts'

type Value = string | { readonly hex: string } | { readonly integer: string }

const text = (name: string) => readFileSync(new URL(`released/${name}`, import.meta.url), 'utf8')
const { sqlite, rows } = JSON.parse(text('database.json')) as {
  readonly sqlite: readonly string[]
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>
}

/** The events of the released database. */
export const releasedEvents: readonly string[] = text('events.ndjson').trimEnd().split('\n')

/** Fills an empty database like version 2.2.0, with format 7, or the first release, with format 6. */
export async function makeReleased(database: string, format: number): Promise<void> {
  await onDatabase(database, async ask => {
    // The first release had no log of touched keys.
    const isThere = (part: string) => format > 6 || !/\btouched\b/.test(part)
    for (const statement of sqlite.filter(isThere)) await ask(statement)
    for (const [table, all] of Object.entries(rows).filter(([table]) => isThere(table)))
      for (const row of all) {
        const values = Object.values(row).map(literal)
        await ask(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`)
      }
    await ask('PRAGMA application_id = 1414418753')
    await ask(`PRAGMA user_version = ${format}`)
  })
}

function literal(value: Value): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if ('integer' in value) return value.integer
  return `x'${value.hex}'`
}
