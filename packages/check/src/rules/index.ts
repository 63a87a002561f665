import type { Exchange } from '../log/exchange.ts'
import * as blocks from './blocks.ts'
import { browsers } from './browsers.ts'
import * as headers from './headers.ts'
import * as orders from './orders.ts'
import * as pages from './pages.ts'
import { rateLimit } from './rate-limit.ts'
import { meaning } from './record-meaning.ts'
import * as response from './response.ts'
import type { Broken, Rule } from './rule.ts'
import * as same from './same.ts'
import * as sums from './sums.ts'
import * as waits from './waits.ts'

/** The rules over the log of a whole run. */
export const rules: readonly Rule[] = [
  ...[response, headers, blocks, same, pages, orders, sums, waits].flatMap(of => Object.values(of).flat()),
  ...[meaning, rateLimit, browsers],
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
