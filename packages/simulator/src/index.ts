export { Random } from './random.ts'
export { type SimulateOptions, simulate } from './simulate.ts'
