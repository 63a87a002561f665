import type { CallOptions, HeaderSource, Middleware } from '@trading-network/types'

/** The settings of a call, those of the client included. */
export interface Settings extends Omit<CallOptions, 'headers' | 'middleware'> {
  /** The headers of the client, of `withOptions` and of the call; later ones override. */
  readonly headers: readonly HeaderSource[]
  readonly middleware: readonly Middleware[]
}

export const noSettings: Settings = { headers: [], middleware: [] }

/**
 * Settings with the given options over them. Options that are `undefined` change nothing.
 *
 * @throws TypeError for a number that is negative or NaN, and for a rate of 0.
 */
export const settingsWith = (base: Settings, given: CallOptions): Settings => {
  const all: Record<string, unknown> = { ...base }
  for (const name in given) {
    const value = given[name as keyof CallOptions] as number
    // The other numbers may be 0.
    if (value < (name === 'requestsPerSecond' ? 1e-9 : 0) || Number.isNaN(value))
      throw new TypeError(`${name} must not be ${value}`)
    if (value !== undefined) all[name] = value
  }
  const { headers, middleware = [] } = given
  return {
    ...all,
    headers: headers ? [...base.headers, headers] : base.headers,
    middleware: [...base.middleware, ...middleware],
  }
}

/** The headers of several sources, in order; later ones override. */
export const headersOf = async (sources: readonly HeaderSource[]): Promise<Headers> => {
  const all = new Headers()
  for (const source of sources) {
    const list = typeof source === 'function' ? await source() : source
    for (const [name, value] of new Headers(list as HeadersInit)) all.set(name, value)
  }
  return all
}
