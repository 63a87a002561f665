import type { CallOptions, HeaderSource } from '@trading-network/types'
import type { Chain } from './chain.ts'
import { refuse } from './refuse.ts'

/** The settings of a call, those of the client included. */
export interface Settings extends Omit<CallOptions, 'headers' | 'middleware'> {
  /** The headers of the client, of `withOptions` and of the call; later ones override. */
  readonly headers?: () => Promise<Headers>
  readonly middleware?: Chain
}

/**
 * Settings with the given options over them. Options that are `undefined` change nothing.
 *
 * @throws TypeError for a number that is negative or NaN.
 */
export const settingsWith = (base: Settings, given: CallOptions): Settings => {
  const all: Record<string, unknown> = { ...base }
  for (const name in given) {
    const value = given[name as keyof CallOptions]
    if (typeof value === 'number' && !(value >= 0)) refuse(name, value)
    if (value !== undefined) all[name] = value
  }
  const { headers, middleware } = given
  if (headers) all.headers = headersOver(base.headers, headers)
  if (middleware)
    all.middleware = { ...middleware, list: [...(base.middleware?.list ?? []), ...middleware.list] }
  return all
}

/** The headers of two sources; those of the second override. */
const headersOver = (below: Settings['headers'], given: HeaderSource) => async () => {
  const all = new Headers(await below?.())
  const list = typeof given === 'function' ? await given() : given
  new Headers(list as HeadersInit).forEach((value, name) => all.set(name, value))
  return all
}
