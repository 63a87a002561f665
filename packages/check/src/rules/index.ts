import { blocks, minimumHeights, nearness } from './blocks.ts'
import { browsers } from './browsers.ts'
import { caching, methods, rateLimit, requestIds, retries, versions } from './headers.ts'
import { orderVersions } from './orders.ts'
import { pageCursors, pageOrder, pageRecords } from './pages.ts'
import { meaning } from './record-meaning.ts'
import { schemas } from './response.ts'
import type { Rule } from './rule.ts'
import { sameRecords } from './same-records.ts'
import { heads, notModified, tags } from './tags.ts'
import { waits } from './waits.ts'

/** The rules over the log of a whole run. */
export const rules: readonly Rule[] = [
  ...[schemas, caching, versions, retries, methods, blocks, nearness, minimumHeights],
  ...[sameRecords, pageCursors, pageRecords, pageOrder, meaning, tags, notModified, heads],
  ...[requestIds, rateLimit, waits, browsers, orderVersions],
]
