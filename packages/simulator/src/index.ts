export { Block } from './block.ts'
export { Network, simulate } from './network.ts'
export { Random } from './random.ts'
export type { SimulateOptions } from './world.ts'
