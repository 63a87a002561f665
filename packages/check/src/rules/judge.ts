import type { Exchange } from '../log/exchange.ts'
import { rules } from './index.ts'
import type { Broken, Rule } from './rule.ts'

/** A finding of a rule, with its rule. */
interface Found {
  readonly rule: Rule
  readonly broken: Broken
}

/** What a rule found before the checks of its operation, by operation; then it goes to them at once. */
export class Judge {
  readonly #rules = rules.map(rule => ({ rule, judge: rule.start() }))
  readonly #early = new Map<string, Found[]>()
  #listener: ((found: Found) => void) | undefined

  note(exchange: Exchange): void {
    if (exchange.status === 0) return
    const { id } = exchange.request.operation
    for (const { rule, judge } of this.#rules) {
      for (const broken of judge(exchange)) {
        const found = { rule, broken: { exchange, ...broken } }
        if (this.#listener) this.#listener(found)
        else this.#early.set(id, [...(this.#early.get(id) ?? []), found])
      }
    }
  }

  /** Sends what was found about an operation, and all that follows, to a listener. */
  listen(operation: string, listener: (found: Found) => void): void {
    for (const found of this.#early.get(operation) ?? []) listener(found)
    this.#listener = listener
  }
}
