import { operations } from '../../src/contract/operations.ts'
import { filterParameters } from '../../src/meaning/derived.ts'
import { type BrokenServer, nameOf } from './server.ts'

/** Broken servers that the check passes. */
export interface Explanation {
  /** Why the check cannot do better. */
  readonly reason: string
  /** Operation and name of the servers. */
  readonly names: RegExp
  /** The operations for which it holds; all when absent. */
  readonly when?: (operation: string) => boolean
}

const hasNoFilter = (operation: string) =>
  operations.some(each => each.id === operation && filterParameters(each).length === 0)

/** Every survivor, explained. */
export const explanations: readonly Explanation[] = [
  {
    reason: 'By the contract the referral set wins, so weaker filters are ignored anyway.',
    names: /^listReferralSetReferees ignores (referrer|referee) beside (.* and )?referralSetId( |$)/,
  },
  {
    reason: 'By the contract the referrer wins, so the referee is ignored anyway.',
    names: /^listReferralSetReferees ignores referee beside (.* and )?referrer( |$)/,
  },
  {
    reason: 'This parameter leaves no record out, so no list is empty because of it.',
    names: /lists all when nothing matches (aggregationEpochs|includeDerivedParties)$/,
  },
  {
    reason: 'The parameter is required: without it the response is the same 400.',
    names: /^listNodeSignatures lets anything pass for id$/,
  },
  {
    reason:
      'Only a cursor of another id could show it, and the check sends a cursor with the id of its list.',
    names: /always has a previous page behind a cursor$/,
    when: hasNoFilter,
  },
  {
    reason: 'The contract lets an ErrorInfo be without metadata.',
    names: /leaves out details\[\]\.metadata of a (404|405|503)$/,
  },
  { reason: 'The contract lets a service ignore the preference.', names: / ignores Prefer$/ },
  {
    reason: 'Each wait takes a second, so the check waits at one list and one record, and for no block.',
    names: /has a malformed Preference-Applied of a (304|503)$/,
  },
]

/** Returns true if the explanation is one for this server. */
export function explains({ names, when }: Explanation, server: BrokenServer): boolean {
  return names.test(nameOf(server)) && (when?.(server.operation) ?? true)
}

/** Returns true if the check is known to pass this broken server. */
export function isExplained(server: BrokenServer): boolean {
  return explanations.some(explanation => explains(explanation, server))
}
