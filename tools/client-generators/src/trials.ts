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
  operations: 'calls nine operations',
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
  /** Files of the contract, which are copied to the folder. */
  readonly contracts: readonly string[]
  readonly served: () => Promise<Service>
}

const callers = fileURLToPath(new URL('../callers/', import.meta.url))
/** Output of a failed command that a reason keeps; characters. */
const MAX_KEPT = 1500

/** Generates a client, compiles the program that uses it, and compares the values that it prints. */
export async function tryGenerator(generator: Generator, inputs: Inputs): Promise<Row> {
  const { install = 'true', command, language, caller } = generator
  const { needs, compile, run: start } = languages[language]!
  const { folder: place, contracts, served } = inputs
  prepare(place, contracts, language, caller)
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
function prepare(place: string, contracts: readonly string[], language: string, caller: string): void {
  for (const contract of contracts) cpSync(contract, join(place, contract.split('/').at(-1)!))
  symlinkSync(join(installed, 'node_modules'), join(place, 'node_modules'), 'junction')
  const shared = readdirSync(join(callers, language), { withFileTypes: true }).filter(entry => entry.isFile())
  for (const { name } of shared) cpSync(join(callers, language, name), join(place, name))
  cpSync(join(callers, language, caller), place, { recursive: true })
}

/** The results after a failed command: no later trial can succeed. */
function stopped(trial: Trial, result: Result, reason: string): Row {
  const results = { ...all(result), ...(trial === 'compiles' && { generates: 'yes' as const }) }
  return { results, reasons: { [trial]: reason.trim().slice(-MAX_KEPT) } }
}

/** Compares the lines that a program printed with the expected values. */
export function judge(output: string, expected: Expected): Row {
  const printed = output
    .split('\n')
    .filter(line => line.startsWith('{"'))
    .map(line => JSON.parse(line) as { call: string; value?: unknown; failure?: string })
  const results = { ...all('no'), generates: 'yes' as const, compiles: 'yes' as const }
  const reasons: Row['reasons'] = {}
  const compare = (trial: Trial, calls: readonly string[], part = (value: unknown) => value) => {
    const wrong = calls.flatMap(call => {
      const line = printed.find(line => line.call === call)
      if (!line) return [`${call} printed nothing: ${output.slice(-MAX_KEPT)}`]
      const same = isDeepStrictEqual(part(withoutNulls(line.value)), part(withoutNulls(expected[call])))
      return same ? [] : [`${call}: ${line.failure ?? JSON.stringify(line.value)}`.slice(0, MAX_KEPT)]
    })
    if (wrong.length === 0) results[trial] = 'yes'
    else reasons[trial] = wrong.join('\n')
  }
  compare(
    'operations',
    Object.keys(expected).filter(name => /^(get|list)/.test(name)),
  )
  compare('filter', ['filter'])
  compare('error', ['error'])
  const orderOf = (value: unknown) => (value as { order?: Record<string, unknown> } | undefined)?.order
  compare('enum', ['later'], value => orderOf(value)?.side)
  compare('digits', ['later'], value => [orderOf(value)?.batchId, orderOf(value)?.createdAt])
  return { results, reasons }
}

/** Clients write an absent field as null or an empty list, or leave it out. */
function withoutNulls(value: unknown): unknown {
  const isAbsent = (inner: unknown) => inner === null || (Array.isArray(inner) && inner.length === 0)
  return value && JSON.parse(JSON.stringify(value, (_, inner) => (isAbsent(inner) ? undefined : inner)))
}

/** Every trial has this result. */
function all(result: Result): Record<Trial, Result> {
  return Object.fromEntries(Object.keys(trials).map(trial => [trial, result])) as Record<Trial, Result>
}
