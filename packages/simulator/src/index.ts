export type { Earlier } from './model.ts'
export { Network } from './network.ts'
export { Random } from './random.ts'
export { type SimulateOptions, simulate } from './simulate.ts'
