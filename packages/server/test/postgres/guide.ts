import { readFileSync } from 'node:fs'

const GUIDE = new URL('../../../docs/guides/guides/9-postgresql.md', import.meta.url)

/** Returns the arguments of the first command of the guide that begins with a word, with the names of a test. */
export function commandOfGuide(name: string, names: Readonly<Record<string, string>>): string[] {
  const [, command] =
    new RegExp(`^trading-network (${name} .*)$`, 'm').exec(readFileSync(GUIDE, 'utf8')) ?? []
  if (command === undefined) throw new Error(`the guide has no command ${name}`)
  return command.split(' ').map(word => names[word] ?? word)
}
