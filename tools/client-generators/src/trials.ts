import { cpSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { installed, run } from './commands.ts'
import { type Generator, languages } from './generators.ts'
import type { Expected, Service } from './service.ts'

/** The columns of the table: each trial of a generator, in order. */
export const trials = {
  generates: 'generates',
  compiles: 'compiles',
  page: 'reads a page',
  filter: 'repeats a parameter',
  error: 'reads an error',
  enum: 'accepts a new enum value',
  digits: 'keeps 64-bit digits',
} as const

export type Trial = keyof typeof trials

/** An untested result says nothing: a tool is not installed. */
export type Result = 'yes' | 'no' | 'not tested'

/** Results of a generator, with a reason for each result that is not a `yes`. */
export interface Row {
  readonly results: Readonly<Record<Trial, Result>>
  readonly reasons: Partial<Record<Trial, string>>
}

export interface Inputs {
  /** An empty folder for it. */
  readonly folder: string
  readonly contract: string
  readonly served: () => Promise<Service>
}

const callers = fileURLToPath(new URL('../callers/', import.meta.url))
/** Output of a failed command that a reason keeps; characters. */
const MAX_KEPT = 1500

/** Generates a client with the command, compiles the program that uses it, and compares the values that it prints. */
export async function tryGenerator(generator: Generator, command: string, inputs: Inputs): Promise<Row> {
  const { install = 'true', language, caller } = generator
  const { needs, compile, run: start } = languages[language]!
  const { folder: place, contract, served } = inputs
  prepare(place, contract, language, caller)
  const steps = [
    ['not tested', 'generates', install],
    ['no', 'generates', command],
    ['not tested', 'compiles', needs],
    ['no', 'compiles', compile],
  ] as const
  for (const [result, trial, line] of steps) {
    const { ok, output } = await run(line, place)
    if (!ok) return stopped(trial, result, `${line}\n${output}`)
  }
  const { args, expected } = await served()
  return judge((await run([start, ...args].join(' '), place)).output, expected)
}

/** Fills a folder with the contract and the program. It finds the installed packages. */
function prepare(place: string, contract: string, language: string, caller: string): void {
  cpSync(contract, join(place, 'openapi.yaml'))
  symlinkSync(join(installed, 'node_modules'), join(place, 'node_modules'), 'junction')
  const shared = readdirSync(join(callers, language), { withFileTypes: true }).filter(entry => entry.isFile())
  for (const { name } of shared) cpSync(join(callers, language, name), join(place, name))
  cpSync(join(callers, language, caller), place, { recursive: true })
}

/** The results after a failed command: no later trial can succeed. */
function stopped(trial: Trial, result: Result, reason: string): Row {
  const results = { ...all(result), ...(trial === 'compiles' && { generates: 'yes' as const }) }
  return { results, reasons: { [trial]: reason.trim().slice(0, MAX_KEPT) } }
}

/** Compares the lines that a program printed with the expected values. */
export function judge(output: string, expected: Expected): Row {
  const lines = output
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as { call: string; value?: unknown; failure?: string })
  const results = { ...all('no'), generates: 'yes' as const, compiles: 'yes' as const }
  const reasons: Row['reasons'] = {}
  const compare = (trial: Trial, call: keyof Expected, part = (value: unknown) => value) => {
    const line = lines.find(line => line.call === call)
    if (line?.value != null && isDeepStrictEqual(part(line.value), part(expected[call])))
      results[trial] = 'yes'
    else reasons[trial] = line ? (line.failure ?? `printed ${JSON.stringify(line.value)}`) : output
  }
  compare('page', 'page')
  compare('filter', 'filter')
  compare('error', 'error')
  compare('enum', 'order', value => (value as unknown[])[0])
  compare('digits', 'order', value => (value as unknown[]).slice(1))
  return { results, reasons }
}

/** Every trial has this result. */
function all(result: Result): Record<Trial, Result> {
  return Object.fromEntries(Object.keys(trials).map(trial => [trial, result])) as Record<Trial, Result>
}
