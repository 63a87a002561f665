import { curlOf } from '../log/exchange.ts'
import type { Broken } from '../rules/rule.ts'
import type { CheckResult, Problem } from './report.ts'

/** Gathers the findings about one operation that count for one check. */
export class CheckFindings {
  #requests = 0
  readonly #problems = new Map<string, Problem>()
  readonly #notCovered = new Set<string>()

  /** Adds a problem. Equal messages are counted, with the first request as their proof. */
  problem({ message, exchange, other }: Broken, contract: string): void {
    const known = this.#problems.get(message)
    const proofs = [other, exchange].filter(each => each !== undefined)
    const first = {
      message,
      ...(exchange && { request: `${exchange.method} ${exchange.target}` }),
      ...(proofs.length > 0 && { curl: proofs.map(curlOf) }),
      contract,
    }
    this.#problems.set(message, { ...(known ?? first), times: (known?.times ?? 0) + 1 })
  }

  notCovered(what: string): void {
    this.#notCovered.add(what)
  }

  /** Counts a request. */
  count(): void {
    this.#requests += 1
  }

  get hasFailed(): boolean {
    return this.#problems.size > 0
  }

  result(operation: string, check: string): CheckResult {
    return {
      operation,
      check,
      outcome: this.hasFailed ? 'failed' : this.#notCovered.size > 0 ? 'not covered' : 'passed',
      problems: [...this.#problems.values()],
      notCovered: [...this.#notCovered],
      requests: this.#requests,
    }
  }
}

/** All findings of a run. */
export class Findings {
  readonly #all = new Map<string, CheckFindings>()

  of(operation: string, check = 'responses'): CheckFindings {
    const key = `${operation} ${check}`
    const found = this.#all.get(key) ?? new CheckFindings()
    this.#all.set(key, found)
    return found
  }
}
