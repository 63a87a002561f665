export * from '@trading-network/types'
export { ApiError, type Exchange } from './api-error.ts'
export { createClient } from './client.ts'
export type { ClientConfig } from './config.ts'
