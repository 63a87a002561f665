import { type Operation, operations } from '../src/contract/operations.ts'
import { type CheckOptions, type CheckResult, checkService } from '../src/index.ts'
import type { Mutant } from './mutants/mutant.ts'
import type { SimulatedNetwork } from './network.ts'

interface Surroundings {
  /** The defect to wrap around the service. */
  readonly mutant?: Mutant
  /** The network makes a block after so many requests; it stands still when absent. */
  readonly requestsPerBlock?: number
}

/** Checks the service of a simulated network, in this process. */
export async function checkedBy(
  network: SimulatedNetwork,
  options: Partial<CheckOptions>,
  { mutant, requestsPerBlock = Infinity }: Surroundings = {},
): Promise<readonly CheckResult[]> {
  let requests = 0
  const answer: typeof fetch = async (input, init) => {
    requests += 1
    if (requests % requestsPerBlock === 0) await network.move()
    const url = new URL(String(input))
    const method = init?.method ?? 'GET'
    const reply =
      mutant && isOf(mutant.operation, url)
        ? mutant.answer({ url, method }, network.get)
        : network.get(url.pathname + url.search, method)
    const { status, headers, text } = await reply
    return new Response(text, { status, headers })
  }
  const report = await checkService({ ...options, baseUrl: 'http://in.process', fetch: answer })
  return report.results
}

/** Whether a request is one to the operation, or to a path below. */
function isOf(operation: string, { pathname }: URL): boolean {
  const { path } = operations.find(({ id }) => id === operation) as Operation
  return new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}(/|$)`).test(pathname)
}
