import type { AnyRow } from './rows.ts'
import type { AnyTable } from './table.ts'

/** Returns the key of a row as one text. Different keys give different texts, whatever characters an id has. */
export function keyText(table: AnyTable, row: object): string {
  const values = row as AnyRow
  return table.key.length === 1
    ? String(values[table.key[0] as string])
    : table.key.map(column => withLength(String(values[column]))).join('')
}

function withLength(text: string): string {
  return `${text.length}:${text}`
}
