import type { Exchange } from '../service/exchange.ts'
import type { CheckResult, Problem } from './report.ts'

/** Gathers what one check finds about one operation. */
export class CheckFindings {
  requests = 0
  readonly #operation: string
  readonly #check: string
  readonly #problems = new Map<string, Problem>()
  readonly #notCovered = new Set<string>()
  #seconds = 0

  constructor(operation: string, check: string) {
    this.#operation = operation
    this.#check = check
  }

  /** Something is wrong; the same message counts, with the first request as its proof. */
  problem(message: string, exchange?: Pick<Exchange, 'method' | 'target'>): void {
    const known = this.#problems.get(message)
    const request = known?.request ?? (exchange && `${exchange.method} ${exchange.target}`)
    const times = (known?.times ?? 0) + 1
    this.#problems.set(message, { message, ...(request !== undefined && { request }), times })
  }

  /** Something could not be tried. */
  notCovered(what: string): void {
    this.#notCovered.add(what)
  }

  /** Adds to the time that the check took. */
  took(milliseconds: number): void {
    this.#seconds += milliseconds / 1000
  }

  /** Whether something is wrong. */
  get failed(): boolean {
    return this.#problems.size > 0
  }

  result(): CheckResult {
    const problems = [...this.#problems.values()]
    const notCovered = [...this.#notCovered]
    return {
      operation: this.#operation,
      check: this.#check,
      outcome: problems.length > 0 ? 'failed' : notCovered.length > 0 ? 'not covered' : 'passed',
      problems,
      notCovered,
      requests: this.requests,
      seconds: Math.round(this.#seconds * 1000) / 1000,
    }
  }
}
