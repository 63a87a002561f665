import type { Exchange } from '../log/exchange.ts'
import { rules } from './index.ts'
import type { Broken, Rule } from './rule.ts'

/** A finding of a rule, with its rule. */
export interface Finding {
  readonly rule: Rule
  readonly broken: Broken
}

/** Starts a log: the function takes its exchanges one after the other, and returns what the rules find in each. */
export function startRules(): (exchange: Exchange) => Finding[] {
  const started = rules.map(rule => ({ rule, judge: rule.start() }))
  return exchange =>
    exchange.status === 0
      ? []
      : started.flatMap(({ rule, judge }) =>
          judge(exchange).map(broken => ({ rule, broken: { exchange, ...broken } })),
        )
}
