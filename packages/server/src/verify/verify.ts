import {
  type Contents,
  type OnProgress,
  readContents,
  type TableContents,
} from '../store/snapshot/contents.ts'
import { openWhole } from '../store/snapshot/whole-database.ts'
import type { StoredTable } from '../store/tables/stored-tables.ts'
import type { AnyTable } from '../store/tables/table.ts'
import { recordChecks } from './record-checks.ts'

const MAX_EXAMPLES = 3

export interface VerifiedTable extends TableContents {
  readonly damaged: number
  readonly examples: readonly string[]
}

export interface Verified extends Contents {
  readonly tables: readonly VerifiedTable[]
  readonly pageErrors: readonly string[]
}

/**
 * Reads a whole database at one block: the pages of a file, and every record against its schema in the contract.
 *
 * @throws DatabaseError when the database cannot be read
 */
export async function verify(
  database: string,
  tables: readonly AnyTable[],
  onProgress: OnProgress = () => undefined,
): Promise<Verified> {
  const whole = openWhole(database, tables)
  try {
    const pageErrors = [...whole.pageErrors()]
    const damage = new Map<string, { damaged: number; examples: string[] }>()
    const checks = recordChecks()
    const contents = await readContents(whole, tables, (table, rows) => {
      const found = damage.get(table.name) ?? { damaged: 0, examples: [] }
      damage.set(table.name, found)
      const check = checks.get(table.name)?.(table)
      for (const row of rows) {
        const problem = check?.(row)
        if (problem === undefined) continue
        found.damaged += 1
        if (found.examples.length < MAX_EXAMPLES) found.examples.push(`${keyOf(table, row)}: ${problem}`)
      }
      onProgress(table.name, rows.length, 'rows')
    })
    const verified = contents.tables.map(table => ({
      ...table,
      ...(damage.get(table.name) ?? { damaged: 0, examples: [] }),
    }))
    return { ...contents, pageErrors, tables: verified }
  } finally {
    whole.close()
  }
}

/** Names a row by its first column, which is an id or part of the key in each table with records. */
function keyOf({ columns }: StoredTable, row: readonly unknown[]): string {
  const [value] = row
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
  return `${columns[0]?.[0]} ${text}`
}
