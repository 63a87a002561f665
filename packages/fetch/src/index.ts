export * from '@trading-network/types'
export { ApiError, type ApiErrorFields } from './api-error.ts'
export { createClient } from './client.ts'
export type { ClientConfig } from './config.ts'
