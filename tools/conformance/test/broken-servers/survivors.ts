import type { BrokenServer } from './server.ts'

/** Broken servers that the check passes, and why it cannot do better. */
interface Survivors {
  readonly reason: string
  /** Operation and name; `*` stands for the operation that has this share of the defects. */
  readonly servers: readonly string[]
}

const survivors: readonly Survivors[] = [
  {
    reason: 'By the contract the stronger filter wins, so the weaker one is ignored anyway.',
    servers: [
      'listReferralSetReferees ignores referrer beside referralSetId',
      'listReferralSetReferees ignores referrer beside referralSetId and referee',
      'listReferralSetReferees ignores referrer beside referralSetId and aggregationEpochs',
      'listReferralSetReferees ignores referee beside referralSetId',
      'listReferralSetReferees ignores referee beside referrer',
      'listReferralSetReferees ignores referee beside referralSetId and referrer',
      'listReferralSetReferees ignores referee beside referralSetId and aggregationEpochs',
      'listReferralSetReferees ignores referee beside referrer and aggregationEpochs',
    ],
  },
  {
    reason: 'This parameter leaves no record out, so no list is empty because of it.',
    servers: [
      'listReferralSetReferees lists all when nothing matches aggregationEpochs',
      'listAccounts lists all when nothing matches includeDerivedParties',
    ],
  },
  {
    reason: 'The parameter is required: without it the response is the same 400.',
    servers: ['listNodeSignatures lets anything pass for id'],
  },
  {
    reason:
      'Only a cursor of another id could show it, and the check sends a cursor with the id of its list.',
    servers: [
      'getStake always has a previous page behind a cursor',
      'listNodeSignatures always has a previous page behind a cursor',
    ],
  },
  {
    reason: 'The contract lets an ErrorInfo be without metadata.',
    servers: [404, 405, 503].map(status => `* leaves out details[].metadata of a ${status}`),
  },
  {
    reason: 'The service of these tests admits all websites, so it sends no Vary that could be wrong.',
    servers: [200, 304, 400, 405, 503].map(status => `* has a malformed Vary of a ${status}`),
  },
  {
    reason: 'Nothing is deprecated in the contract, so the service does not send these headers.',
    servers: ['Deprecation', 'Sunset'].flatMap(name => [
      `* has a malformed ${name} of a 200`,
      `* has a malformed ${name} of a 304`,
    ]),
  },
  {
    reason: 'The contract lets a service ignore the preference.',
    servers: ['* ignores Prefer'],
  },
  {
    reason: 'Each wait takes a second, so the check waits at one list and one record.',
    servers: ['* has a malformed Preference-Applied of a 304'],
  },
]

/** The explanation of a survivor; undefined for all other servers. */
export function explanationOf({ operation, name }: BrokenServer): string | undefined {
  return survivors.find(
    ({ servers }) => servers.includes(`${operation} ${name}`) || servers.includes(`* ${name}`),
  )?.reason
}

/** How many names the list has. */
export const explainedCount = survivors.flatMap(({ servers }) => servers).length
