import type { Found } from '../compare/findings.ts'
import type { Documents } from '../compare/site.ts'
import type { Witness } from '../report.ts'
import { witnessOf } from './witness.ts'

/** The request or the response that proves a breaking difference; nothing where no message can show it. */
export function messageWitness({ schemas }: Documents, found: Found): Witness | undefined {
  if (!found.step) return undefined
  const value = witnessOf(schemas, found.step)
  if (value === undefined) return undefined
  return { kind: kindOf(found), text: JSON.stringify(value), value }
}

function kindOf({ place }: Found): Witness['kind'] {
  return place.direction === 'response' ? 'response' : 'request'
}
