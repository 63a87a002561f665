import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installed } from './commands.ts'
import type { Generator } from './generators.ts'
import { type Row, type Trial, trials } from './trials.ts'

export const guide = fileURLToPath(
  new URL('../../../packages/docs/guides/guides/13-generated-clients.md', import.meta.url),
)

const BLOCK = /(<!-- generators -->\n)([\s\S]*)(<!-- \/generators -->)/
const columns = Object.keys(trials) as Trial[]

/**
 * The guide with the table of these results. An untested result keeps the cell of the guide, if its row is of the same
 * version: another machine has tested it.
 */
export function withTable(
  guide: string,
  generators: readonly Generator[],
  tried: ReadonlyMap<string, Row>,
): string {
  if (!BLOCK.test(guide)) throw new Error('The guide has no place for the table')
  return guide.replace(BLOCK, (_, start: string, before: string, end: string) => {
    const old = before.split('\n').map(line => line.split('|').map(cell => cell.trim()))
    const rows = generators.map(generator => {
      const { name } = generator
      const version = versionOf(generator)
      const earlier = old.find(cells => cells[1] === name && cells[2] === version)?.slice(3)
      const cells = columns.map((trial, index) => {
        const result = tried.get(name)?.results[trial] ?? 'not tested'
        return result === 'not tested' ? (earlier?.[index] ?? result) : result
      })
      return [name, version, ...cells]
    })
    const table = tableOf([['Generator', 'version', ...Object.values(trials)], ...rows])
    return [start, ...table, '', ...generators.map(note), '', end].join('\n')
  })
}

/** The lines of a table in markdown, with aligned columns. The first row is its head. */
function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return rows.map(line).toSpliced(1, 0, line(widths.map(width => '-'.repeat(width))))
}

function versionOf({ npm, version }: Generator): string {
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  return version ?? dependencies[npm!]
}

/** The command of a generator, with the reason for its settings. */
function note({ name, command, note }: Generator): string {
  return `- ${name}: \`${command}\`${note ? `. ${note}` : ''}`
}
