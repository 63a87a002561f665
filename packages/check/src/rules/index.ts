import { blockTimes, minimumHeights, nearness, times } from './blocks.ts'
import { browsers } from './browsers.ts'
import { meanings, notModified, requestIds } from './headers.ts'
import { orderVersions } from './orders.ts'
import { pageCursors, pageOrder, pageRecords } from './pages.ts'
import { rateLimit } from './rate-limit.ts'
import { meaning } from './record-meaning.ts'
import { schemas } from './response.ts'
import type { Rule } from './rule.ts'
import * as same from './same.ts'
import { waits, wakes } from './waits.ts'

/** The rules over the log of a whole run. */
export const rules: readonly Rule[] = [
  ...[schemas, ...meanings, blockTimes, times, nearness, minimumHeights, ...Object.values(same)],
  ...[pageCursors, pageRecords, pageOrder, meaning, notModified, requestIds, rateLimit],
  ...[waits, wakes, browsers, orderVersions],
]
