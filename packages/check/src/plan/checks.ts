import type { Operation } from '../contract/operations.ts'
import type { Params } from '../log/exchange.ts'
import { sortedLists } from '../records/lists.ts'
import type { Inspection } from './inspection.ts'
import * as orders from './orders.ts'
import { parameterCombinations } from './parameter-combinations.ts'
import * as parameters from './parameters.ts'
import * as places from './places.ts'
import * as protocol from './protocol.ts'
import * as refusals from './refusals.ts'
import * as totals from './totals.ts'
import { waitingRequests } from './waiting.ts'
import * as walks from './walks.ts'

export interface Check {
  readonly name: string
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

const one = (name: string, operations: Check['operations'], run: Check['run']) => ({ name, operations, run })
const all = (...check: Parameters<typeof one>) => ({ ...one(...check), everySubject: true as const })

export const checks: readonly Check[] = [
  all('responses', 'all', walks.responses),
  all('records', 'lists', walks.records),
  all('newest first', sortedLists, walks.newestFirst),
  one('walks', 'lists', walks.walks),
  one('page sizes', 'lists', compares(parameters.pageSizes)),
  all('page ends', 'lists', compares(parameters.pageEnds)),
  all('parameters alone', 'lists', compares(parameters.parametersAlone)),
  one('parameter combinations', 'lists', compares(parameterCombinations)),
  one('several values', 'lists', compares(parameters.severalValues)),
  one('limits', 'lists', compares(parameters.limits)),
  one('letter case', 'lists', compares(parameters.letterCase)),
  one('repeated walks', 'lists', walks.repeatedWalks),
  one('derived parties', ['listAccounts'], compares(parameters.derivedParties)),
  one('aggregation', ['listReferralSetReferees'], totals.aggregation),
  all('available stake', ['getStake'], totals.availableStake),
  one('order versions', ['getOrder'], orders.orderVersions),
  one('triggered orders', ['getOrder'], orders.triggeredOrders),
  one('unknown id', WITH_ID, places.unknownSubject),
  one('bad values', 'all', sends(refusals.badValues)),
  one('mistyped ids', WITH_NAMED_ID, places.mistypedIds),
  one('unknown parameter', 'all', sends(refusals.unknownParameters)),
  one('repeated parameter', 'all', sends(refusals.repeatedParameters)),
  one('missing parameter', ['listNodeSignatures'], sends(refusals.missingParameters)),
  one('conflicting parameters', 'lists', compares(parameters.conflictingParameters)),
  one('foreign cursor', 'lists', sends(refusals.foreignCursors)),
  one('wrong method', 'all', places.wrongMethod),
  one('unknown path', 'all', places.unknownPath),
  one('encodings', 'all', protocol.spellings),
  one('conditional requests', 'all', protocol.conditionalRequests),
  one('waiting requests', 'all', waitingRequests),
  one('block heights', 'all', protocol.blockHeights),
  one('HEAD requests', 'all', protocol.headRequests),
  one('rate limit', 'all', protocol.rateLimit),
  one('request ids', 'all', protocol.requestIds),
  one('browsers', 'all', protocol.browsers),
  one('coverage', 'all', walks.coverage),
]
