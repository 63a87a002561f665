import { aggregation } from './aggregation.ts'
import { availableStake } from './available-stake.ts'
import type { Check } from './check.ts'
import { conditionalRequests } from './conditional-requests.ts'
import { defaults } from './defaults.ts'
import { derivedParties } from './derived-parties.ts'
import { headRequests } from './head-requests.ts'
import { minimumHeight } from './minimum-height.ts'
import { mistypedIdsRefused } from './mistyped-ids.ts'
import { orderVersions } from './order-versions.ts'
import { newestFirst, pageEnds, pageSizes } from './pages.ts'
import { parameterCombinations } from './parameter-combinations.ts'
import { letterCase, limits, parametersAlone, severalValues } from './parameters.ts'
import { coverage, records, responses } from './records.ts'
import {
  badValuesRefused,
  conflictingParameters,
  foreignCursor,
  missingParameter,
  repeatedParameter,
  unknownParameter,
} from './refusals.ts'
import { repeatedWalks } from './repeated-walks.ts'
import { blockHeights, rateLimit, requestIds } from './response-headers.ts'
import { triggeredOrders } from './triggered-orders.ts'
import { unknownPath, unknownSubject, wrongMethod } from './unknown-places.ts'
import { waitingRequests } from './waiting-requests.ts'
import { walks } from './walks.ts'

/** Every check, in the order in which they run. */
export const checks: readonly Check[] = [
  responses,
  records,
  newestFirst,
  walks,
  pageSizes,
  pageEnds,
  parametersAlone,
  parameterCombinations,
  severalValues,
  limits,
  letterCase,
  defaults,
  repeatedWalks,
  derivedParties,
  aggregation,
  availableStake,
  orderVersions,
  triggeredOrders,
  unknownSubject,
  badValuesRefused,
  mistypedIdsRefused,
  unknownParameter,
  repeatedParameter,
  missingParameter,
  conflictingParameters,
  foreignCursor,
  wrongMethod,
  unknownPath,
  conditionalRequests,
  waitingRequests,
  minimumHeight,
  blockHeights,
  headRequests,
  rateLimit,
  requestIds,
  coverage,
]
