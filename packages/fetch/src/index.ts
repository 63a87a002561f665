// The modules of these names declare few types: each would cost all users of the compiler.
export * from '@trading-network/types'
export { ApiError } from './api-error.ts'
export { createClient } from './client.ts'
export type { ClientConfig, Fetch } from './config.ts'
export { openapiFetch } from './raw-client.ts'
export { StalledCursorError } from './stalled-cursor-error.ts'
export { TimeoutError } from './time-limit.ts'
