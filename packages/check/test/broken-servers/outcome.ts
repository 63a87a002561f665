import type { CheckResult } from '../../src/index.ts'
import { checkedBy } from '../checked.ts'
import type { SimulatedNetwork } from '../network.ts'
import type { BrokenServer } from './server.ts'

/** `reported`: no check failed, but the report says that something was not covered that a correct server covers. */
export type Outcome = 'caught' | 'reported' | 'survived'

/** The outcome of the check for a broken server. */
export async function outcomeOf(network: SimulatedNetwork, server: BrokenServer): Promise<Outcome> {
  const results = await checkedBy(network, { only: [server.operation], failFast: true }, { broken: server })
  if (results.some(({ outcome }) => outcome === 'failed')) return 'caught'
  return isCovered(results) ? 'survived' : 'reported'
}

/** A correct server covers everything (`correct-service.test.ts`). */
function isCovered(results: readonly CheckResult[]): boolean {
  return results.every(({ outcome }) => outcome === 'passed')
}
