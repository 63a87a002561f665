import type { Operation } from '../contract/operations.ts'
import { curlOf } from '../log/exchange.ts'
import type { Broken } from '../rules/rule.ts'
import type { CheckResult, Problem } from './report.ts'

/** Gathers the findings about one operation that count for one check. */
export class CheckFindings {
  /** Requests of the check. */
  requests = 0
  readonly notCovered = new Set<string>()
  readonly #problems = new Map<string, Problem>()

  /**
   * Adds a problem. Equal messages are counted, with the first request as their proof.
   *
   * @param contract where the contract says so, a JSON pointer; `*` stands for each operation
   */
  problem({ message, exchange, other }: Broken, contract: string): void {
    const proofs = [other, exchange].filter(each => each !== undefined)
    const known = this.#problems.get(message) ?? {
      message,
      ...(exchange && { request: `${exchange.method} ${exchange.target}` }),
      ...(proofs.length > 0 && { curl: proofs.map(curlOf) }),
      contract,
      times: 0,
    }
    this.#problems.set(message, { ...known, times: known.times + 1 })
  }

  /** Returns true if the check had something to do. */
  get isAny(): boolean {
    return this.requests > 0 || this.notCovered.size > 0
  }

  get hasFailed(): boolean {
    return this.#problems.size > 0
  }

  result(operation: string, check: string): CheckResult {
    return {
      operation,
      check,
      outcome: this.hasFailed ? 'failed' : this.notCovered.size > 0 ? 'not covered' : 'passed',
      problems: [...this.#problems.values()],
      notCovered: [...this.notCovered],
      requests: this.requests,
    }
  }
}

/** All findings of a run. */
export class Findings {
  readonly #all = new Map<string, CheckFindings>()

  of({ id }: Operation, check = 'responses'): CheckFindings {
    const key = `${id} ${check}`
    const found = this.#all.get(key) ?? new CheckFindings()
    this.#all.set(key, found)
    return found
  }
}
