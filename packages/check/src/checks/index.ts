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
  { name: 'responses', operations: 'all', everySubject: true, run: records.responses },
  { name: 'records', operations: 'lists', everySubject: true, run: records.records },
  { name: 'newest first', operations: sortedLists, everySubject: true, run: pages.newestFirst },
  { name: 'walks', operations: 'lists', run: walks },
  { name: 'page sizes', operations: 'lists', run: compares(pages.pageSizes) },
  { name: 'page ends', operations: 'lists', everySubject: true, run: compares(pages.pageEnds) },
  {
    name: 'parameters alone',
    operations: 'lists',
    everySubject: true,
    run: compares(parameters.parametersAlone),
  },
  { name: 'parameter combinations', operations: 'lists', run: compares(parameterCombinations) },
  { name: 'several values', operations: 'lists', run: compares(parameters.severalValues) },
  { name: 'limits', operations: 'lists', run: compares(parameters.limits) },
  { name: 'letter case', operations: 'lists', run: compares(parameters.letterCase) },
  { name: 'repeated walks', operations: 'lists', run: repeatedWalks },
  { name: 'derived parties', operations: ['listAccounts'], run: compares(parameters.derivedParties) },
  { name: 'aggregation', operations: ['listReferralSetReferees'], run: aggregation },
  { name: 'available stake', operations: ['getStake'], everySubject: true, run: availableStake },
  { name: 'order versions', operations: ['getOrder'], run: orderVersions },
  { name: 'triggered orders', operations: ['getOrder'], run: triggeredOrders },
  { name: 'unknown id', operations: WITH_ID, run: unknownSubject },
  { name: 'bad values', operations: 'all', run: refuses(refusals.badValues) },
  { name: 'mistyped ids', operations: WITH_NAMED_ID, run: mistypedIds },
  { name: 'unknown parameter', operations: 'all', run: refuses(refusals.unknownParameters) },
  { name: 'repeated parameter', operations: 'all', run: refuses(refusals.repeatedParameters) },
  { name: 'missing parameter', operations: ['listNodeSignatures'], run: refuses(refusals.missingParameters) },
  { name: 'conflicting parameters', operations: 'lists', run: compares(refusals.conflictingParameters) },
  { name: 'foreign cursor', operations: 'lists', run: refuses(refusals.foreignCursors) },
  { name: 'wrong method', operations: 'all', run: wrongMethod },
  { name: 'unknown path', operations: 'all', run: unknownPath },
  { name: 'conditional requests', operations: 'all', run: conditionalRequests },
  { name: 'waiting requests', operations: 'all', run: waitingRequests },
  { name: 'block heights', operations: 'all', run: headers.blockHeights },
  { name: 'HEAD requests', operations: 'all', run: headRequests },
  { name: 'rate limit', operations: 'all', run: headers.rateLimit },
  { name: 'request ids', operations: 'all', run: headers.requestIds },
  { name: 'coverage', operations: 'all', run: records.coverage },
]
