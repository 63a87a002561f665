import type { Command, Option } from 'commander'

/**
 * The parts of a command line that scripts use: commands, arguments, options with their values and environment variables,
 * exit codes. One line for each, such as `trading-network serve --port <value>`. Texts of the help are not among them.
 */
export function commandParts(program: Command, exitCodes: object): string[] {
  const codes = Object.keys(exitCodes).map(code => `${program.name()} exit code ${code}`)
  return [...partsOf(program, program.name()), ...codes]
}

function partsOf(command: Command, path: string): string[] {
  return [
    path,
    ...command.registeredArguments.flatMap(({ required, variadic }, index) => {
      const name = `argument ${index + 1}${variadic ? ' and more' : ''}`
      return [`${path} ${name}`, ...(required ? [`${path} needs ${name}`] : [])]
    }),
    ...command.options.flatMap(optionParts).map(part => `${path} ${part}`),
    ...command.commands.flatMap(each => partsOf(each, `${path} ${each.name()}`)),
  ]
}

function optionParts(option: Option): string[] {
  const { short, long, argChoices, required, optional, mandatory, envVar } = option
  const values = argChoices?.map(choice => ` "${choice}"`) ?? (required || optional ? [' <value>'] : [''])
  if (optional) values.unshift('')
  return [
    ...[short, long].flatMap(flag => (flag === undefined ? [] : values.map(value => `${flag}${value}`))),
    ...(envVar === undefined ? [] : [`${long} from ${envVar}`]),
    ...(mandatory ? [`needs ${long}`] : []),
  ]
}

/**
 * A line for each part of the base that a program or script may use and the revision lacks, without those inside another one,
 * and for what it newly needs.
 */
export function lostParts(base: readonly string[], revision: readonly string[]): string[] {
  const isNeed = (part: string) => part.includes(' needs ')
  // A choice is one of any values.
  const isThere = (part: string) =>
    revision.includes(part) || revision.includes(part.replace(/"[^"]*"$/, '<value>'))
  const needs = revision.filter(
    part => isNeed(part) && !base.includes(part) && base.includes(part.replace(/ needs .*/, '')),
  )
  const gone = base.filter(part => !isNeed(part) && !isThere(part))
  const isInside = (part: string, outer: string) =>
    part.startsWith(`${outer}.`) || part.startsWith(`${outer} `)
  const outermost = gone.filter(part => !gone.some(outer => isInside(part, outer)))
  return [...outermost.map(part => `${part} is gone`), ...needs]
}
