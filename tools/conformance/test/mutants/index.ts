import { contents } from './contents.ts'
import { errors } from './errors.ts'
import { filters } from './filters.ts'
import { movingNetworks } from './moving.ts'
import type { Mutant } from './mutant.ts'
import { paging } from './paging.ts'
import { shapes } from './shapes.ts'
import { subtle } from './subtle.ts'

/** Every broken server. */
export const mutants: readonly Mutant[] = [
  ...shapes,
  ...errors,
  ...paging,
  ...filters,
  ...contents,
  ...movingNetworks,
  ...subtle,
]
