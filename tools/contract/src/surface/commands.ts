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
    ...command.registeredArguments.map(({ required, variadic }, index) => {
      const name = `argument ${index + 1}${variadic ? ' and more' : ''}`
      return `${path} ${required ? `<${name}>` : `[${name}]`}`
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
    ...(mandatory ? [`<${long}>`] : []),
  ]
}

/** A line for each part of the base that a script may use and the revision lacks, and for what it newly demands. */
export function lostParts(base: readonly string[], revision: readonly string[]): string[] {
  const isThere = (part: string) =>
    revision.includes(part) ||
    // A part that was required may be left out, and a choice is one of any values.
    revision.includes(part.replace(/<(argument [^>]+)>$/, '[$1]')) ||
    revision.includes(part.replace(/"[^"]*"$/, '<value>'))
  const isDemanded = (part: string) => /<(argument [^>]+|--[^>]+)>$/.test(part)
  const demanded = revision.filter(
    part => isDemanded(part) && !base.includes(part) && base.includes(part.replace(/ <[^>]+>$/, '')),
  )
  return [
    ...base.filter(part => !isThere(part) && !/<--[^>]+>$/.test(part)).map(part => `${part} is gone`),
    ...demanded.map(part => `${part} is required`),
  ]
}
