import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A generator, and a program that uses its output; `generators.yaml` explains the fields. */
export interface Generator {
  readonly name: string
  readonly npm?: string
  readonly version?: string
  readonly install?: string
  readonly command: string
  readonly note?: string
  readonly language: string
  readonly caller: string
}

/** How programs in a language are compiled and run. */
export interface Language {
  readonly needs: string
  readonly compile: string
  /** Gets the arguments of the program. */
  readonly run: string
}

const data = readFileSync(new URL('../generators.yaml', import.meta.url), 'utf8')

export const { languages, generators } = parse(data) as {
  readonly languages: Readonly<Record<string, Language>>
  readonly generators: readonly Generator[]
}
