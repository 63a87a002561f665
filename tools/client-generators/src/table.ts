import type { Generator } from './generators.ts'
import { versionOf } from './matrix.ts'
import { type Row, type Trial, trials } from './trials.ts'

const START = '<!-- generators -->'
const END = '<!-- /generators -->'

/**
 * The guide with the table of these results. An untested result keeps the cell of the guide, if its row is of the same
 * version: another machine has tested it.
 */
export function withTable(
  guide: string,
  generators: readonly Generator[],
  rows: ReadonlyMap<string, Row>,
): string {
  const [before, old, after] = parts(guide)
  const cellsOf = (generator: Generator) => {
    const first = [generator.name, versionOf(generator)]
    const earlier = old.find(([name, version]) => name === first[0] && version === first[1])?.slice(2)
    const results = rows.get(generator.name)?.results
    const columns = Object.keys(trials) as Trial[]
    return [
      ...first,
      ...columns.map((trial, index) => {
        const result = results?.[trial] ?? 'not tested'
        return result === 'not tested' ? (earlier?.[index] ?? result) : result
      }),
    ]
  }
  const lines = [['Generator', 'version', ...Object.values(trials)], ...generators.map(cellsOf)]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map(line => line[column]!.length)))
  const [head, ...body] = lines.map(
    line => `| ${line.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`,
  )
  const rule = `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`
  return [before + START, '', head, rule, ...body, '', ...notes(generators), '', END + after].join('\n')
}

/** One line for each command, with the exceptions of the generator. */
function notes(generators: readonly Generator[]): string[] {
  return generators.map(({ name, command, exceptions }) => {
    const reasons = Object.entries(exceptions ?? {}).map(
      ([trial, reason]) => ` **${trials[trial as Trial]}: no.** ${reason}`,
    )
    return `- ${name}: \`${command}\`${reasons.join('')}`
  })
}

/** The text before the table, its cells, and the text after it. */
function parts(guide: string): [string, string[][], string] {
  const [before, rest] = guide.split(START)
  const [table, after] = rest?.split(END) ?? []
  if (before === undefined || table === undefined || after === undefined)
    throw new Error(`The guide has no ${START} ... ${END}`)
  const cells = table
    .split('\n')
    .filter(line => line.startsWith('| '))
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
  return [before, cells, after]
}
