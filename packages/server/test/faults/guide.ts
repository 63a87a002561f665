import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const GUIDE = fileURLToPath(new URL('../../../docs/guides/guides/18-server-reference.md', import.meta.url))

/** The guide's section on faults. */
const section = readFileSync(GUIDE, 'utf8')
  .split(/^## /m)
  .find(part => part.startsWith('Errors and their fixes'))

/** The rows of its tables: faults and their symptoms. */
export const rows: ReadonlyMap<string, string> = new Map(
  (section ?? '')
    .split('\n')
    .filter(line => line.startsWith('| '))
    .map(line => line.split('|').map(cell => cell.trim()))
    .map(([, name = '', seen = '']) => [name, seen] as const)
    .filter(([name]) => name !== 'cause' && !name.startsWith('-')),
)

/**
 * Faults of `serve`; the tests are in served.test.ts, src/commands/unprivileged.test.ts and, on PostgreSQL,
 * postgres/reader.test.ts, limited.test.ts and permissions.test.ts.
 */
export const servedFaults = [
  'the served file is missing',
  'another file replaces the served file',
  'the log of the previous file is next to the new file',
  'a page of the served file is damaged',
  'no permission to write next to the file, and no `ingest` runs',
  'the PostgreSQL server is down',
  'its user may not read a table of PostgreSQL',
  'its user loses `SELECT` on a table of PostgreSQL',
  'PostgreSQL allows no connection at all',
] as const

/** Faults of a mirror; the test is in postgres/mirror-faults.test.ts. */
export const mirrorFaults = [
  'PostgreSQL is away',
  'another process writes to the mirror',
  'the mirror is read-only, such as a standby',
  'the user of the mirror lacks a permission',
  'a pooler is in between',
  'the disk of PostgreSQL is full',
  'files of PostgreSQL are damaged',
] as const

/** Returns the symptoms that the guide promises: the words in backticks, in which `…` stands for anything. */
export function promised(name: string): RegExp[] {
  const seen = [...(rows.get(name) ?? '').matchAll(/`([^`]+)`/g)].map(([, words = '']) => words)
  if (seen.length === 0) throw new Error(`the guide does not say what is seen when ${name}`)
  return seen.map(words => new RegExp(words.split('…').map(literal).join('.*')))
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
