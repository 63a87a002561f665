import { execFileSync } from 'node:child_process'
import type { Point, Surface } from './surface.ts'

/**
 * The surface of a command line, from its own help: commands, arguments, options with their values, exit codes.
 *
 * @param help Returns what `--help` prints after these words.
 */
export function commandSurface(help: (words: readonly string[]) => string, name: string): Surface {
  const points: Record<string, Point> = {}
  const visit = (words: readonly string[]) => {
    const path = ['$', name, ...words].join(' ')
    // Every line that starts a new entry has its term two columns in; other lines go on with the text before.
    const text = help(words).replace(/\n {3,}/g, ' ')
    points[path] = { type: ['a command'], use: 'out' }
    for (const [, flags = '', value = '', said = ''] of text.matchAll(
      /^ {2}(-[^\n]*?--[\w-]+|--[\w-]+)(?: ([<[][^>\]]+[>\]]))?(?: (.*))?$/gm,
    ))
      for (const flag of flags.split(', ')) points[`${path} ${flag}`] = option(value, said)
    const [, usage = ''] = /^Usage: (.*)$/m.exec(text) ?? []
    for (const [argument, kind] of usage
      .replace('[options]', '')
      .replace('[command]', '')
      .matchAll(/([<[])[^>\]]+[>\]]/g))
      points[`${path} ${argument.slice(1, -1)}`] = {
        type: ['a value'],
        use: 'in',
        ...(kind === '[' && { isOptional: true }),
      }
    const [, codes = ''] = /^Exit codes?: (.*)$/m.exec(text) ?? []
    for (const [, code] of codes.matchAll(/\b(\d+) [a-z]/g))
      points[`${path} exit code ${code}`] = { type: ['a number'], use: 'out' }
    const [, list = ''] = /^Commands:\n((?: {2}.*\n?)+)/m.exec(text) ?? []
    for (const [, word = ''] of list.matchAll(/^ {2}([\w-]+)/gm)) if (word !== 'help') visit([...words, word])
  }
  visit([])
  return points
}

/** An option accepts its choices, a value, or nothing after it. */
function option(value: string, said: string): Point {
  const [, list] = /\(choices:\s+((?:"[^"]*",?\s*)+)/.exec(said) ?? []
  const choices = list?.match(/"[^"]*"/g) ?? (value === '' ? [] : ['string'])
  const bare = value === '' || value.startsWith('[') ? ['nothing'] : []
  return { type: [...choices, ...bare], use: 'in', isOptional: true }
}

/** Runs the help of a command that is written in TypeScript. */
export function helpOf(file: string): (words: readonly string[]) => string {
  return words => execFileSync(process.execPath, [file, ...words, '--help'], { encoding: 'utf8' })
}
