import { execFileSync } from 'node:child_process'

/**
 * The parts of a command line that scripts use, from its own help: commands, arguments, options with their values, exit
 * codes. One line for each: `trading-network serve --port <value>`, `trading-network serve exit code 2`.
 *
 * @param help Returns the output of `--help` after these words.
 */
export function commandParts(help: (words: readonly string[]) => string, name: string): string[] {
  const visit = (words: readonly string[]): string[] => {
    const path = [name, ...words].join(' ')
    // An entry starts two columns in; a line that starts further right continues it.
    const text = help(words).replace(/\n {3,}/g, ' ')
    const options = [
      ...text.matchAll(/^ {2}(-[^\n]*?--[\w-]+|--[\w-]+)(?: ([<[][^>\]]+[>\]]))?(?: (.*))?$/gm),
    ].flatMap(([, flags = '', value = '', description = '']) =>
      flags.split(', ').flatMap(flag => valuesOf(value, description).map(each => `${path} ${flag}${each}`)),
    )
    const [, usage = ''] = /^Usage: (.*)$/m.exec(text) ?? []
    const inputs = usage.replace('[options]', '').replace('[command]', '')
    const [, codes = ''] = /^Exit codes?: (.*)$/m.exec(text) ?? []
    const [, list = ''] = /^Commands:\n((?: {2}.*\n?)+)/m.exec(text) ?? []
    const commands = [...list.matchAll(/^ {2}([\w-]+)/gm)].map(([, word = '']) => word)
    return [
      path,
      ...options,
      ...[...inputs.matchAll(/[<[][^>\]]+[>\]]/g)].map(([argument]) => `${path} ${argument}`),
      ...[...codes.matchAll(/\b(\d+) [a-z]/g)].map(([, code]) => `${path} exit code ${code}`),
      ...commands.filter(word => word !== 'help').flatMap(word => visit([...words, word])),
    ]
  }
  return visit([])
}

/** The values that an option accepts: its choices, any value, or none. */
function valuesOf(value: string, description: string): string[] {
  const [, list] = /\(choices:\s+((?:"[^"]*",?\s*)+)/.exec(description) ?? []
  const choices = list?.match(/"[^"]*"/g)?.map(choice => ` ${choice}`) ?? []
  const accepted = choices.length > 0 || value === '' ? choices : [' <value>']
  return value === '' || value.startsWith('[') ? ['', ...accepted] : accepted
}

/** The removed parts that a script may use, and the new arguments that it does not give. */
export function lostParts(base: readonly string[], revision: readonly string[]): string[] {
  const isThere = (part: string) =>
    revision.includes(part) ||
    // An argument that was required may be left out, and a choice is one of any values.
    revision.includes(part.replace(/<([^>]+)>$/, '[$1]')) ||
    revision.includes(part.replace(/"[^"]*"$/, '<value>'))
  const demanded = revision.filter(
    part =>
      /(?<!--[\w-]+) <[^>]+>$/.test(part) &&
      !base.includes(part) &&
      base.includes(part.replace(/ <[^>]+>$/, '')),
  )
  return [
    ...base.filter(part => !isThere(part)).map(part => `${part} is gone`),
    ...demanded.map(part => `${part} is required`),
  ]
}

/** Runs the help of a command that is written in TypeScript. */
export function helpOf(file: string): (words: readonly string[]) => string {
  return words => execFileSync(process.execPath, [file, ...words, '--help'], { encoding: 'utf8' })
}
