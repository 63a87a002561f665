import { type Operation, requiredOf, testing } from '../contract/operations.ts'
import type { Exchange, Params } from '../log/exchange.ts'
import { orderOf } from '../records/lists.ts'
import { combinations } from './combinations.ts'
import type { Inspection, Planned } from './inspection.ts'
import * as orders from './orders.ts'
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
  /** Returns true for an operation that the check is for. */
  readonly concerns: (operation: Operation) => boolean
  /** Runs for each of the ids that were chosen for the required parameters, not only for the first. */
  readonly everySubject?: true
  readonly run: (inspection: Inspection) => Promise<void>
}

/** Compares the response to each request with the records of the list. */
function compares(requestsOf: (inspection: Inspection) => Iterable<Params>): Check['run'] {
  return inspection => {
    const requests = new Map([...requestsOf(inspection)].map(params => [JSON.stringify(params), params]))
    return inspection.each(requests.values(), params => inspection.compare(params))
  }
}

/** Sends requests that must each get their status. */
function sends(requestsOf: (inspection: Inspection) => Iterable<Planned>): Check['run'] {
  return inspection => inspection.each([...requestsOf(inspection)], request => inspection.ask(request))
}

/** A header of the first response without which a check has nothing to do, and the reason. */
type Needed = readonly [header: string, otherwise: string]

/** Sends requests one after the other, for rules about each response. */
function sendsInTurn(requests: readonly Planned[], [header, otherwise]: Needed): Check['run'] {
  return async inspection => {
    let before = await inspection.ask(requests[0] ?? {})
    if (!before.headers.has(header)) return inspection.notCovered(otherwise)
    for (const request of requests) before = await inspection.ask(request, before)
  }
}

/** Sends groups of requests, each at one block, for rules that compare their responses. */
function sendsTogether(
  groupsOf: (inspection: Inspection, first: Exchange) => readonly (readonly Planned[])[],
): Check['run'] {
  return async inspection => {
    const first = await inspection.ask({})
    if (first.status !== 200 || !first.headers.has('etag'))
      return inspection.notCovered('no response with an ETag was found')
    await inspection.each(groupsOf(inspection, first), group => inspection.together(group))
  }
}

const any = () => true
const lists = ({ page }: Operation) => page !== undefined
const orderOnly = ({ page }: Operation) => page === undefined
const sorted = (operation: Operation) => orderOf(operation) !== undefined
const stake = ({ id }: Operation) => id === 'getStake'
const derived = (operation: Operation) => testing(operation, 'derivedParties').length > 0
const totalled = (operation: Operation) => testing(operation, 'totals').length > 0
const withId = (operation: Operation) => requiredOf(operation) !== undefined
const withQueryId = (operation: Operation) => requiredOf(operation)?.in === 'query'
const withName = (operation: Operation) =>
  operation.parameters.some(({ schema }) => schema['x-tn-well-known'] !== undefined)

const PARAMETERS = '/paths/*/get/parameters'
const REFUSAL = '/components/responses/BadRequest'

const HEIGHT: Needed = ['x-block-height', 'no block height is known']
const LIMIT: Needed = ['ratelimit-limit', 'the service has no rate limit']
const ID: Needed = ['x-request-id', 'responses have no X-Request-Id']
const WEBSITE: Needed = [
  'access-control-allow-origin',
  'the service admits no website, or some only; name one with -H "Origin: ..."',
]

const one = (name: string, contract: string, concerns: Check['concerns'], run: Check['run']): Check => ({
  name,
  contract,
  concerns,
  run,
})
const all = (...check: Parameters<typeof one>) => ({ ...one(...check), everySubject: true as const })

export const checks: readonly Check[] = [
  all('responses', '/paths/*/get/responses', any, walks.responses),
  all('records', '/paths/*/get/responses/200', lists, walks.records),
  all('newest first', '/components/parameters/PaginationNewestFirst', sorted, walks.newestFirst),
  one('walks', '/components/schemas/PageInfo', lists, walks.walks),
  one('page sizes', '/components/schemas/PageSize', lists, compares(parameters.pageSizes)),
  all('page ends', '/components/schemas/PageInfo', lists, compares(parameters.pageEnds)),
  all('parameters alone', PARAMETERS, lists, compares(parameters.parametersAlone)),
  one('parameter combinations', PARAMETERS, lists, compares(combinations)),
  one('several values', PARAMETERS, lists, compares(parameters.severalValues)),
  one('limits', PARAMETERS, lists, compares(parameters.limits)),
  one('letter case', PARAMETERS, lists, compares(parameters.letterCase)),
  one('repeated walks', '/components/schemas/Cursor', lists, walks.repeatedWalks),
  one('derived parties', PARAMETERS, derived, compares(parameters.derivedParties)),
  one('aggregation', '/components/schemas/ReferralSetReferee', totalled, totals.aggregation),
  all('available stake', '/components/schemas/PartyStake', stake, totals.availableStake),
  one('order versions', '/components/schemas/Order', orderOnly, orders.orderVersions),
  one('triggered orders', '/components/schemas/StopOrder', orderOnly, orders.triggeredOrders),
  one('unknown id', '/paths/*/get/responses', withId, sends(refusals.unknownIds)),
  one('bad values', REFUSAL, any, sends(refusals.badValues)),
  one('mistyped ids', REFUSAL, withName, sends(refusals.mistypedIds)),
  one('unknown parameter', REFUSAL, any, sends(refusals.unknownParameters)),
  one('repeated parameter', REFUSAL, any, sends(refusals.repeatedParameters)),
  one('missing parameter', REFUSAL, withQueryId, sends(refusals.missingParameters)),
  one('conflicting parameters', REFUSAL, lists, compares(parameters.conflictingParameters)),
  one('foreign cursor', '/components/schemas/Cursor', lists, sends(refusals.foreignCursors)),
  one('wrong method', '/components/responses/MethodNotAllowed', any, sends(refusals.otherMethods)),
  one('unknown path', '/components/responses/UnexpectedError', any, sends(refusals.unknownPath)),
  one('encodings', '/components/headers/Vary', any, sendsTogether(protocol.spellings)),
  one(
    'conditional requests',
    '/components/parameters/IfNoneMatch',
    any,
    sendsTogether(protocol.conditionalRequests),
  ),
  one('waiting requests', '/components/parameters/Prefer', any, waitingRequests),
  one(
    'block heights',
    '/components/parameters/MinBlockHeight',
    any,
    sendsInTurn(protocol.blockHeights(), HEIGHT),
  ),
  one('HEAD requests', '/info/description', any, sendsTogether(protocol.headRequests)),
  one('rate limit', '/components/headers/RateLimitRemaining', any, sendsInTurn(protocol.rateLimit(), LIMIT)),
  one('request ids', '/components/parameters/RequestId', any, sendsInTurn(protocol.requestIds(), ID)),
  one('browsers', '/info/description', any, sendsInTurn(protocol.browsers(), WEBSITE)),
  one('coverage', '/components/schemas', any, walks.coverage),
]
