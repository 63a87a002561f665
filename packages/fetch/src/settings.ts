import type { CallOptions, HeaderSource } from '@trading-network/types'
import { isPlain, refuse } from './url.ts'

/** The options of a client, with those of a call over them. */
export interface Settings extends Omit<CallOptions, 'headers' | 'retry'> {
  readonly timeout: number
  readonly maxWait: number
  readonly retry: number
  readonly interval: number
  /** Later ones override. */
  readonly headers?: readonly HeaderSource[]
}

export const DEFAULTS: Settings = { timeout: 30_000, maxWait: 60_000, retry: 2, interval: 1000 }

/**
 * Settings with the given options over them. Options that are `undefined` change nothing.
 *
 * @throws TypeError for a number that is negative, and for what is no number.
 */
export const settingsWith = <Given extends CallOptions>(
  base: Settings,
  given: Given,
): Settings & Omit<Given, keyof Settings> => {
  const all: Record<string, unknown> = { ...base }
  for (const name in given) {
    const value: unknown = given[name]
    if (value === undefined) continue
    all[name] = name === 'headers' ? [...(base.headers ?? []), value] : value
    if (!(name in DEFAULTS)) continue
    // A variable of the environment is text, and `false` is 0 retries.
    all[name] = Number(value)
    if (!(Number(value) >= 0)) refuse(name, value)
  }
  return all as never
}

/** @throws TypeError for options that are no plain object. A signal in their place would never end the call. */
export const plainOptions = <Given>(given: Given): Given =>
  isPlain(given) ? given : refuse('options', given)

/** The headers of all sources; a later source overrides an earlier one. A header that is `undefined` is left out. */
export const mergedHeaders = async (sources: readonly HeaderSource[] = []): Promise<Headers> => {
  const all = new Headers()
  for (const source of sources) {
    const given = typeof source === 'function' ? await source() : source
    // `fromEntries` refuses what has no pairs, such as a text, or a promise that nobody has awaited.
    const record = isPlain(given) ? given : Object.fromEntries(given as Headers)
    for (const [name, value] of Object.entries(record)) if (value !== undefined) all.set(name, value)
  }
  return all
}
