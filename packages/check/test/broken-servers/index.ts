import { operations } from '../../src/contract/operations.ts'
import { brokenErrors } from './errors.ts'
import { brokenFields } from './fields.ts'
import { brokenHeaders } from './headers.ts'
import { brokenPages } from './pages.ts'
import { brokenParameters } from './parameters.ts'
import type { BrokenServer } from './server.ts'

/** Broken servers for every field, parameter, flag, header and error of the contract. */
export const generatedServers: readonly BrokenServer[] = operations.flatMap(operation => [
  ...brokenFields(operation),
  ...brokenParameters(operation),
  ...brokenPages(operation),
  ...brokenHeaders(operation),
  ...brokenErrors(operation),
])
