import { type BrokenServer, nameOf } from './server.ts'

/** Broken servers that the check passes. */
export interface Explanation {
  /** Why the check cannot do better. */
  readonly reason: string
  /** Operation and name of the servers. */
  readonly names: RegExp
}

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
]

/** Returns true if the explanation is one for this server. */
export function explains({ names }: Explanation, server: BrokenServer): boolean {
  return names.test(nameOf(server))
}

/** Returns true if the check is known to pass this broken server. */
export function isExplained(server: BrokenServer): boolean {
  return explanations.some(explanation => explains(explanation, server))
}
