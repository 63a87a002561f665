import { aggregation } from './aggregation.ts'
import { availableStake } from './available-stake.ts'
import { badValuesRefused } from './bad-values.ts'
import { blockHeights } from './block-heights.ts'
import type { Check } from './check.ts'
import { conditionalRequests } from './conditional-requests.ts'
import { conflictingParameters } from './conflicting-parameters.ts'
import { coverage } from './coverage.ts'
import { defaults } from './defaults.ts'
import { derivedParties } from './derived-parties.ts'
import { foreignCursor } from './foreign-cursor.ts'
import { headRequests } from './head-requests.ts'
import { letterCase } from './letter-case.ts'
import { limits } from './limits.ts'
import { minimumHeight } from './minimum-height.ts'
import { missingParameter } from './missing-parameter.ts'
import { mistypedIdsRefused } from './mistyped-ids.ts'
import { newestFirst } from './newest-first.ts'
import { orderVersions } from './order-versions.ts'
import { pageEnds } from './page-ends.ts'
import { pageSizes } from './page-sizes.ts'
import { parameterCombinations } from './parameter-combinations.ts'
import { parametersAlone } from './parameters-alone.ts'
import { rateLimit } from './rate-limit.ts'
import { records } from './records.ts'
import { repeatedParameter } from './repeated-parameter.ts'
import { repeatedWalks } from './repeated-walks.ts'
import { requestIds } from './request-ids.ts'
import { responses } from './responses.ts'
import { severalValues } from './several-values.ts'
import { triggeredOrders } from './triggered-orders.ts'
import { unknownParameter } from './unknown-parameter.ts'
import { unknownPath } from './unknown-path.ts'
import { unknownSubject } from './unknown-subject.ts'
import { waitingRequests } from './waiting-requests.ts'
import { walks } from './walks.ts'
import { wrongMethod } from './wrong-method.ts'

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
