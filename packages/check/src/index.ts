export { checkNames, checkService, operationIds } from './check-service.ts'
export { CannotCheck } from './log/service.ts'
export { type ComparisonOptions, compareServices } from './plan/against.ts'
export type { CheckOptions } from './plan/options.ts'
export {
  type CheckResult,
  type Compared,
  count,
  type Outcome,
  type Problem,
  type Report,
} from './report/report.ts'
export { textReport } from './report/text.ts'
