import type { CallOptions, HeaderSource, Middleware } from '@trading-network/types'
import type { ClientConfig } from './config.ts'
import { refuse } from './refuse.ts'

/** The limit of an attempt unless set, in milliseconds. */
export const TIMEOUT = 30_000

/** The settings of a call: those of the client, of `withOptions` and of the call. */
export interface Settings extends Omit<CallOptions, 'headers' | 'middleware'>, Pick<ClientConfig, 'fetch'> {
  /** Later ones override. */
  readonly headers?: readonly HeaderSource[]
  readonly middleware?: readonly Middleware[]
}

/**
 * Settings with the given options over them. Options that are `undefined` change nothing.
 *
 * @throws TypeError for a number that is negative or NaN, and for middleware in another form than a list of objects.
 */
export const settingsWith = (base: Settings, given: CallOptions = {}): Settings => {
  const all: Record<string, unknown> = { ...base }
  for (const name in given) {
    const value = given[name as keyof CallOptions]
    if (typeof value === 'number' && !(value >= 0)) refuse(name, value)
    if (value !== undefined) all[name] = value
  }
  const { headers, middleware } = given
  if (headers) all.headers = [...(base.headers ?? []), headers]
  if (middleware) {
    if (
      !Array.isArray(middleware) ||
      !middleware.every(each => each?.onRequest ?? each?.onResponse ?? each?.onError)
    )
      throw new TypeError('middleware must be a list: [{ onRequest() {} }]')
    all.middleware = [...(base.middleware ?? []), ...middleware]
  }
  return all
}
