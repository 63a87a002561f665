import type { Exchange } from '../log/exchange.ts'
import { blockTimes, minimumHeights, nearness, times } from './blocks.ts'
import { browsers } from './browsers.ts'
import { meanings, notModified, presence, requestIds } from './headers.ts'
import { orderVersions, triggeredOrders } from './orders.ts'
import { pageCursors, pageOrder, pageRecords } from './pages.ts'
import { rateLimit } from './rate-limit.ts'
import { meaning } from './record-meaning.ts'
import { reasons, schemas } from './response.ts'
import type { Broken, Rule } from './rule.ts'
import * as same from './same.ts'
import { stakes, totals } from './sums.ts'
import { waits, wakes } from './waits.ts'

/** The rules over the log of a whole run. */
export const rules: readonly Rule[] = [
  ...[
    schemas,
    reasons,
    ...meanings,
    presence,
    blockTimes,
    times,
    nearness,
    minimumHeights,
    ...Object.values(same),
  ],
  ...[pageCursors, pageRecords, pageOrder, meaning, notModified, requestIds, rateLimit],
  ...[waits, wakes, browsers, orderVersions, triggeredOrders, stakes, totals],
]

/** A finding of a rule, with its rule. */
export interface Finding {
  readonly rule: Rule
  readonly broken: Broken
}

/** Starts a log: the function takes its exchanges one after the other, and returns what the rules find in each. */
export function startRules(): (exchange: Exchange) => Finding[] {
  const started = rules.map(rule => ({ rule, judge: rule.start() }))
  return exchange => {
    if (exchange.status === 0) return []
    return started.flatMap(({ rule, judge }) =>
      Array.from(judge(exchange), found => {
        const broken = typeof found === 'string' ? { message: found } : found
        return { rule, broken: { exchange, ...broken } }
      }),
    )
  }
}
