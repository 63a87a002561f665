export { type CheckOptions, checkNames, checkService, operationIds } from './check-service.ts'
export { type CheckResult, count, type Outcome, type Problem, type Report } from './report/report.ts'
export { textReport } from './report/text.ts'
export { CannotCheck } from './service/service.ts'
