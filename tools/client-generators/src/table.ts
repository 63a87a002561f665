import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installed } from './commands.ts'
import type { Generator } from './generators.ts'
import { type Row, type Trial, trials } from './trials.ts'
import type { Tried } from './try-all.ts'

export const guide = fileURLToPath(
  new URL('../../../packages/docs/guides/guides/13-generated-clients.md', import.meta.url),
)

const START = '<!-- generators -->'
const END = '<!-- /generators -->'
const columns = Object.keys(trials) as Trial[]

/**
 * The guide with the table of these results. An untested result keeps the cell of the guide, if its row is of the same
 * version: another machine has tested it.
 */
export function withTable(
  guide: string,
  generators: readonly Generator[],
  tried: ReadonlyMap<string, Tried>,
): string {
  const [before, old, after] = parts(guide)
  const cellsOf = (name: string, version: string, row: Row | undefined) => {
    const earlier = old.find(cells => cells[0] === name && cells[1] === version)?.slice(2)
    const cells = columns.map((trial, index) => {
      const result = row?.results[trial] ?? 'not tested'
      return result === 'not tested' ? (earlier?.[index] ?? result) : result
    })
    return [name, version, ...cells]
  }
  const rows = generators.flatMap(generator => {
    const { name, remedy } = generator
    const [version, results] = [versionOf(generator), tried.get(name)]
    const byDefault = cellsOf(name, version, results?.byDefault)
    return remedy ? [byDefault, cellsOf(`${name}, remedy`, version, results?.remedied)] : [byDefault]
  })
  const lines = [['Generator', 'version', ...Object.values(trials)], ...rows]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map(line => line[column]!.length)))
  const [head, ...body] = lines.map(
    line => `| ${line.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`,
  )
  const rule = `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`
  return [before + START, '', head, rule, ...body, '', ...generators.map(note), '', END + after].join('\n')
}

function versionOf({ npm, version }: Generator): string {
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  return version ?? dependencies[npm!]
}

/** The command of a generator, with its remedy. */
function note({ name, command, remedy }: Generator): string {
  const line = `- ${name}: \`${command}\``
  return remedy ? `${line}. **Remedy.** ${remedy.reason} \`${remedy.command}\`` : line
}

/** The text before the table, its cells, and the text after it. */
function parts(guide: string): [string, string[][], string] {
  const [before, rest] = guide.split(START)
  const [table, after] = rest?.split(END) ?? []
  if (before === undefined || table === undefined || after === undefined)
    throw new Error(`The guide has no ${START} ... ${END}`)
  const rows = table.split('\n').filter(line => line.startsWith('| '))
  const cells = rows.map(line => line.split('|').slice(1, -1))
  return [before, cells.map(row => row.map(cell => cell.trim())), after]
}
