import type { CallOptions, HeaderSource } from '@trading-network/types'
import { isPlain, refuse } from './url.ts'

/** The options of a client, with those of a call over them. */
export interface Settings extends Omit<CallOptions, 'headers'> {
  readonly timeout: number
  readonly maxWait: number
  readonly retry: number | false
  /** Later ones override. */
  readonly headers?: readonly HeaderSource[]
}

export const DEFAULTS: Settings = { timeout: 30_000, maxWait: 60_000, retry: 2 }

/**
 * Settings with the given options over them. Options that are `undefined` change nothing.
 *
 * @throws TypeError for a number that is negative or NaN.
 */
export const settingsWith = <Given extends CallOptions>(
  base: Settings,
  given: Given,
): Settings & Omit<Given, keyof Settings> => {
  const all: Record<string, unknown> = { ...base }
  for (const name in given) {
    const value: unknown = given[name]
    if (Number.isNaN(value) || (value as number) < 0) refuse(name, value)
    if (value !== undefined) all[name] = value
  }
  const { headers } = given
  if (headers) all.headers = [...(base.headers ?? []), headers]
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
    for (const [name, value] of Symbol.iterator in given ? given : Object.entries(given))
      if (value !== undefined) all.set(name, value)
  }
  return all
}
