import { isDeepStrictEqual } from 'node:util'

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

/** Results of a generator, with a reason for each `no`. */
export interface Row {
  readonly results: Record<Trial, Result>
  readonly reasons: Partial<Record<Trial, string>>
  /** The remedy of the caller for `filter` works. */
  readonly isRemedied?: boolean
}

/** The values that the calls of a program must print; of `order`, the first is the enum. */
export interface Expected {
  readonly page: unknown
  readonly filter: unknown
  readonly error: unknown
  readonly order: readonly unknown[]
}

/** Every trial has this result, until it is known. */
export const all = (result: Result): Record<Trial, Result> =>
  Object.fromEntries(Object.keys(trials).map(trial => [trial, result])) as Record<Trial, Result>

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
  const remedied = lines.find(line => line.call === 'remedied')
  return { results, reasons, isRemedied: isDeepStrictEqual(remedied?.value, expected.filter) }
}
