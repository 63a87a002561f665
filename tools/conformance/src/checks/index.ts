import { aggregation } from './aggregation.ts'
import { answers } from './answers.ts'
import { availableStake } from './available-stake.ts'
import { badValuesRefused } from './bad-values.ts'
import type { Check } from './check.ts'
import { conflictingParameters } from './conflicting-parameters.ts'
import { defaults } from './defaults.ts'
import { foreignCursor } from './foreign-cursor.ts'
import { letterCase } from './letter-case.ts'
import { limits } from './limits.ts'
import { missingParameter } from './missing-parameter.ts'
import { mistypedIdsRefused } from './mistyped-ids.ts'
import { moving } from './moving.ts'
import { newestFirst } from './newest-first.ts'
import { orderVersions } from './order-versions.ts'
import { pageEnds } from './page-ends.ts'
import { pageInfo } from './page-info.ts'
import { pageSizes } from './page-sizes.ts'
import { parameterPairs } from './parameter-pairs.ts'
import { parametersAlone } from './parameters-alone.ts'
import { records } from './records.ts'
import { repeatedParameter } from './repeated-parameter.ts'
import { severalValues } from './several-values.ts'
import { unknownParameter } from './unknown-parameter.ts'
import { unknownPath } from './unknown-path.ts'
import { unknownSubject } from './unknown-subject.ts'
import { walks } from './walks.ts'
import { wrongMethod } from './wrong-method.ts'

/** Every check, in the order in which they run. */
export const checks: readonly Check[] = [
  answers,
  records,
  newestFirst,
  walks,
  pageInfo,
  pageSizes,
  pageEnds,
  parametersAlone,
  parameterPairs,
  severalValues,
  limits,
  letterCase,
  defaults,
  moving,
  aggregation,
  availableStake,
  orderVersions,
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
]
