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

/** Returns the symptoms that the guide promises: the words in backticks, in which `…` stands for anything. */
export function promised(name: string): RegExp[] {
  const seen = [...(rows.get(name) ?? '').matchAll(/`([^`]+)`/g)].map(([, words = '']) => words)
  if (seen.length === 0) throw new Error(`the guide does not say what is seen when ${name}`)
  return seen.map(words => new RegExp(words.split('…').map(literal).join('.*')))
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
