import { curlOf } from '../log/exchange.ts'
import type { Broken } from '../rules/rule.ts'
import type { CheckResult, Problem } from './report.ts'

/** Gathers the findings of one check about one operation. */
export class CheckFindings {
  requests = 0
  readonly #place: Pick<CheckResult, 'operation' | 'check'>
  readonly #contract: string
  readonly #problems = new Map<string, Problem>()
  readonly #notCovered = new Set<string>()

  constructor(operation: string, { name, contract }: { readonly name: string; readonly contract: string }) {
    this.#place = { operation, check: name }
    this.#contract = contract
  }

  /** Adds a problem. Equal messages are counted, with the first request as their proof. */
  problem({ message, exchange, other }: Broken, contract = this.#contract): void {
    const known = this.#problems.get(message)
    if (known) {
      this.#problems.set(message, { ...known, times: known.times + 1 })
      return
    }
    const proofs = [other, exchange].filter(each => each !== undefined)
    this.#problems.set(message, {
      message,
      ...(exchange && { request: `${exchange.method} ${exchange.target}` }),
      ...(proofs.length > 0 && { curl: proofs.map(curlOf) }),
      contract,
      times: 1,
    })
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
