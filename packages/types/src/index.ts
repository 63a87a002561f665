export { type Amount, compareAmounts, formatAmount, parseAmount } from './amount.ts'
export type {
  Attempt,
  CallOptions,
  ClientOptions,
  HeaderList,
  HeaderSource,
  Middleware,
  MiddlewareCall,
} from './client.ts'
export * from './generated/enums.ts'
export type * from './generated/models.ts'
export * from './generated/operations.ts'
export type { components } from './generated/schema.ts'
export {
  type Digits,
  fromBigInt,
  type Int64String,
  isZero,
  type PlainDigits,
  toBigInt,
  type Uint64String,
  type UnixNanos,
} from './int64.ts'
export type { OperationDescription, ParameterDescription, Route } from './operation.ts'
export type { paths } from './paths.ts'
export type { Answered, Call, Collected, PagedResult, Pages } from './result.ts'
export { fromDate, fromIso, toDate, toIso } from './time.ts'
