export { compare, compareFiles } from './compare.ts'
export type { Contract } from './load/contract.ts'
export { contractOf, load } from './load/files.ts'
export { InputError } from './load/parse.ts'
export { type Format, formats, render } from './render/render.ts'
export {
  type Bump,
  bumps,
  type Change,
  higher,
  type Report,
  seenFrom,
  stepOf,
  type Witness,
} from './report.ts'
export { type Class, classes, type Direction, type Rule, type Surface, type Verdict } from './rules/rule.ts'
export { ruleTable } from './rules/table.ts'
