import type { Operation } from '../contract/operations.ts'
import type { Params } from '../log/exchange.ts'
import { sortedLists } from '../records/lists.ts'
import type { Inspection } from './inspection.ts'
import * as orders from './orders.ts'
import { parameterCombinations } from './parameter-combinations.ts'
import * as parameters from './parameters.ts'
import * as protocol from './protocol.ts'
import * as refusals from './refusals.ts'
import * as totals from './totals.ts'
import { waitingRequests } from './waiting.ts'
import * as walks from './walks.ts'

export interface Check {
  readonly name: string
  /** Where the contract has what its requests show, a JSON pointer; `*` stands for each operation. */
  readonly contract: string
  /** All operations, those with pages, or these. */
  readonly operations: 'all' | 'lists' | readonly string[]
  /** Runs for each of the ids that were chosen for the required parameters, not only for the first. */
  readonly everySubject?: true
  readonly run: (inspection: Inspection) => Promise<void>
}

export function concerns({ operations }: Check, { id, page }: Operation): boolean {
  if (operations === 'all') return true
  return operations === 'lists' ? page !== undefined : operations.includes(id)
}

/** Compares the response to each request with the records of the list. */
function compares(requestsOf: (inspection: Inspection) => readonly Params[]): Check['run'] {
  return inspection => {
    const requests = new Map(requestsOf(inspection).map(params => [JSON.stringify(params), params]))
    return inspection.each(requests.values(), params => inspection.compare(params))
  }
}

/** Sends requests that must each get their status. */
function sends(requestsOf: (inspection: Inspection) => readonly refusals.Planned[]): Check['run'] {
  return inspection =>
    inspection.each(requestsOf(inspection), ({ params, ...details }) => inspection.ask(params, details))
}

const WITH_ID = ['listFundingPeriodDataPoints', 'getStake', 'listNodeSignatures', 'getOrder']
const WITH_NAMED_ID = ['listEpochRewardSummaries', 'listAccounts', 'listNodeSignatures']

const PARAMETERS = '/paths/*/get/parameters'
const REFUSAL = '/components/responses/BadRequest'

const one = (name: string, contract: string, operations: Check['operations'], run: Check['run']): Check => ({
  name,
  contract,
  operations,
  run,
})
const all = (...check: Parameters<typeof one>) => ({ ...one(...check), everySubject: true as const })

export const checks: readonly Check[] = [
  all('responses', '/paths/*/get/responses', 'all', walks.responses),
  all('records', '/paths/*/get/responses/200', 'lists', walks.records),
  all('newest first', '/components/parameters/PaginationNewestFirst', sortedLists, walks.newestFirst),
  one('walks', '/components/schemas/PageInfo', 'lists', walks.walks),
  one('page sizes', '/components/schemas/PageSize', 'lists', compares(parameters.pageSizes)),
  all('page ends', '/components/schemas/PageInfo', 'lists', compares(parameters.pageEnds)),
  all('parameters alone', PARAMETERS, 'lists', compares(parameters.parametersAlone)),
  one('parameter combinations', PARAMETERS, 'lists', compares(parameterCombinations)),
  one('several values', PARAMETERS, 'lists', compares(parameters.severalValues)),
  one('limits', PARAMETERS, 'lists', compares(parameters.limits)),
  one('letter case', PARAMETERS, 'lists', compares(parameters.letterCase)),
  one('repeated walks', '/components/schemas/Cursor', 'lists', walks.repeatedWalks),
  one(
    'derived parties',
    '/paths/~1api~1v2~1accounts/get/parameters',
    ['listAccounts'],
    compares(parameters.derivedParties),
  ),
  one(
    'aggregation',
    '/components/schemas/ReferralSetReferee',
    ['listReferralSetReferees'],
    totals.aggregation,
  ),
  all('available stake', '/components/schemas/PartyStake', ['getStake'], totals.availableStake),
  one('order versions', '/components/schemas/Order', ['getOrder'], orders.orderVersions),
  one('triggered orders', '/components/schemas/StopOrder', ['getOrder'], orders.triggeredOrders),
  one('unknown id', '/paths/*/get/responses', WITH_ID, sends(refusals.unknownIds)),
  one('bad values', REFUSAL, 'all', sends(refusals.badValues)),
  one('mistyped ids', REFUSAL, WITH_NAMED_ID, sends(refusals.mistypedIds)),
  one('unknown parameter', REFUSAL, 'all', sends(refusals.unknownParameters)),
  one('repeated parameter', REFUSAL, 'all', sends(refusals.repeatedParameters)),
  one('missing parameter', REFUSAL, ['listNodeSignatures'], sends(refusals.missingParameters)),
  one('conflicting parameters', REFUSAL, 'lists', compares(parameters.conflictingParameters)),
  one('foreign cursor', '/components/schemas/Cursor', 'lists', sends(refusals.foreignCursors)),
  one('wrong method', '/components/responses/MethodNotAllowed', 'all', sends(refusals.otherMethods)),
  one('unknown path', '/components/responses/UnexpectedError', 'all', sends(refusals.unknownPath)),
  one('encodings', '/components/headers/Vary', 'all', protocol.spellings),
  one('conditional requests', '/components/parameters/IfNoneMatch', 'all', protocol.conditionalRequests),
  one('waiting requests', '/components/parameters/Prefer', 'all', waitingRequests),
  one('block heights', '/components/parameters/MinBlockHeight', 'all', protocol.blockHeights),
  one('HEAD requests', '/info/description', 'all', protocol.headRequests),
  one('rate limit', '/components/headers/RateLimitRemaining', 'all', protocol.rateLimit),
  one('request ids', '/components/parameters/RequestId', 'all', protocol.requestIds),
  one('browsers', '/info/description', 'all', protocol.browsers),
  one('coverage', '/components/schemas', 'all', walks.coverage),
]
