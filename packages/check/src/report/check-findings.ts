import type { Exchange } from '../service/exchange.ts'
import type { CheckResult, Problem } from './report.ts'

/** Gathers the findings of one check about one operation. */
export class CheckFindings {
  requests = 0
  readonly #place: Pick<CheckResult, 'operation' | 'check'>
  readonly #problems = new Map<string, Problem>()
  readonly #notCovered = new Set<string>()

  constructor(place: Pick<CheckResult, 'operation' | 'check'>) {
    this.#place = place
  }

  /** Adds a problem. Equal messages are counted, with the first request as their proof. */
  problem(message: string, exchange?: Pick<Exchange, 'method' | 'target'>): void {
    const known = this.#problems.get(message)
    const request = known?.request ?? (exchange && `${exchange.method} ${exchange.target}`)
    const times = (known?.times ?? 0) + 1
    this.#problems.set(message, { message, ...(request !== undefined && { request }), times })
  }

  notCovered(what: string): void {
    this.#notCovered.add(what)
  }

  get hasFailed(): boolean {
    return this.#problems.size > 0
  }

  result(): CheckResult {
    return {
      ...this.#place,
      outcome: this.hasFailed ? 'failed' : this.#notCovered.size > 0 ? 'not covered' : 'passed',
      problems: [...this.#problems.values()],
      notCovered: [...this.#notCovered],
      requests: this.requests,
    }
  }
}
