import { sortedLists } from '../meaning/lists.ts'
import { type Check, compares, refuses } from './check.ts'
import { conditionalRequests } from './conditional-requests.ts'
import { headRequests } from './head-requests.ts'
import { mistypedIds } from './mistyped-ids.ts'
import { orderVersions } from './order-versions.ts'
import * as pages from './pages.ts'
import { parameterCombinations } from './parameter-combinations.ts'
import * as parameters from './parameters.ts'
import * as records from './records.ts'
import * as refusals from './refusals.ts'
import * as headers from './response-headers.ts'
import { aggregation, availableStake } from './totals.ts'
import { triggeredOrders } from './triggered-orders.ts'
import { unknownPath, unknownSubject, wrongMethod } from './unknown-places.ts'
import { waitingRequests } from './waiting-requests.ts'
import { repeatedWalks, walks } from './walks.ts'

const WITH_ID = ['listFundingPeriodDataPoints', 'getStake', 'listNodeSignatures', 'getOrder']
const WITH_NAMED_ID = ['listEpochRewardSummaries', 'listAccounts', 'listNodeSignatures']

export const checks: readonly Check[] = [
  { name: 'responses', of: 'all', everySubject: true, run: records.responses },
  { name: 'records', of: 'lists', everySubject: true, run: records.records },
  { name: 'newest first', of: sortedLists, everySubject: true, run: pages.newestFirst },
  { name: 'walks', of: 'lists', run: walks },
  { name: 'page sizes', of: 'lists', run: compares(pages.pageSizes) },
  { name: 'page ends', of: 'lists', everySubject: true, run: compares(pages.pageEnds) },
  { name: 'parameters alone', of: 'lists', everySubject: true, run: compares(parameters.parametersAlone) },
  { name: 'parameter combinations', of: 'lists', run: compares(parameterCombinations) },
  { name: 'several values', of: 'lists', run: compares(parameters.severalValues) },
  { name: 'limits', of: 'lists', run: compares(parameters.limits) },
  { name: 'letter case', of: 'lists', run: compares(parameters.letterCase) },
  { name: 'defaults', of: 'all', run: parameters.defaults },
  { name: 'repeated walks', of: 'lists', run: repeatedWalks },
  { name: 'derived parties', of: ['listAccounts'], run: compares(parameters.derivedParties) },
  { name: 'aggregation', of: ['listReferralSetReferees'], run: aggregation },
  { name: 'available stake', of: ['getStake'], everySubject: true, run: availableStake },
  { name: 'order versions', of: ['getOrder'], run: orderVersions },
  { name: 'triggered orders', of: ['getOrder'], run: triggeredOrders },
  { name: 'unknown id', of: WITH_ID, run: unknownSubject },
  { name: 'bad values', of: 'all', run: refuses(refusals.badValues) },
  { name: 'mistyped ids', of: WITH_NAMED_ID, run: mistypedIds },
  { name: 'unknown parameter', of: 'all', run: refuses(refusals.unknownParameters) },
  { name: 'repeated parameter', of: 'all', run: refuses(refusals.repeatedParameters) },
  { name: 'missing parameter', of: ['listNodeSignatures'], run: refuses(refusals.missingParameters) },
  { name: 'conflicting parameters', of: 'lists', run: compares(refusals.conflictingParameters) },
  { name: 'foreign cursor', of: 'lists', run: refuses(refusals.foreignCursors) },
  { name: 'wrong method', of: 'all', run: wrongMethod },
  { name: 'unknown path', of: 'all', run: unknownPath },
  { name: 'conditional requests', of: 'all', run: conditionalRequests },
  { name: 'waiting requests', of: 'all', run: waitingRequests },
  { name: 'block heights', of: 'all', run: headers.blockHeights },
  { name: 'HEAD requests', of: 'all', run: headRequests },
  { name: 'rate limit', of: 'all', run: headers.rateLimit },
  { name: 'request ids', of: 'all', run: headers.requestIds },
  { name: 'coverage', of: 'all', run: records.coverage },
]
