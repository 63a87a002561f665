import { readFileSync } from 'node:fs'

const README = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')

/** Returns the terminal session in the repository's README that contains this text. */
export function terminalWith(text: string): string {
  const terminals = [...README.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, shown = '']) => shown)
  const terminal = terminals.find(shown => shown.includes(text))
  if (terminal === undefined) throw new Error(`the README has no terminal with ${text}`)
  return terminal
}
