import type { Calls } from './openapi-fetch.ts'
import type { Settings } from './options.ts'

/** The calls and the settings of each client. */
export const connections = new WeakMap<object, readonly [Calls, Settings]>()
