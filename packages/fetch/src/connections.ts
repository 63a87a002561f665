import type { Settings } from './call.ts'
import type { Calls } from './openapi-fetch.ts'

/** The calls and the settings of each client. In a declaration of the client, its type would cost every user. */
export const connections = new WeakMap<object, readonly [Calls, Settings]>()
