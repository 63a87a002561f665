import { operations } from '../../src/contract/operations.ts'
import { brokenFields } from './fields.ts'
import { brokenParameters } from './parameters.ts'
import type { BrokenServer } from './server.ts'

/** Broken servers for every field and every optional parameter of the contract. */
export const generatedServers: readonly BrokenServer[] = operations.flatMap(operation => [
  ...brokenFields(operation),
  ...brokenParameters(operation),
])
