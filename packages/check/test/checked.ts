import { type Operation, operations } from '../src/contract/operations.ts'
import { type CheckOptions, type CheckResult, checkService } from '../src/index.ts'
import type { BrokenServer } from './broken-servers/server.ts'
import type { SimulatedNetwork } from './network.ts'

interface Surroundings {
  /** Wraps its defect around the service. */
  readonly broken?: BrokenServer
  /** The network makes a block after so many requests; it stands still when absent. */
  readonly requestsPerBlock?: number
}

/** Checks the service of a simulated network, in this process. */
export async function checkedBy(
  network: SimulatedNetwork,
  options: Partial<CheckOptions>,
  { broken, requestsPerBlock = Infinity }: Surroundings = {},
): Promise<readonly CheckResult[]> {
  let requests = 0
  let failure: unknown
  const answer: typeof fetch = async (input, init) => {
    requests += 1
    if (requests % requestsPerBlock === 0) await network.move()
    const url = new URL(String(input))
    const method = init?.method ?? 'GET'
    const sent = Object.fromEntries(new Headers(init?.headers))
    const get: typeof network.get = (target, asked = method, headers = sent) =>
      network.get(target, asked, headers)
    const reply =
      broken && isOf(broken.operation, url)
        ? broken.answer({ url, method, headers: sent }, get)
        : get(url.pathname + url.search)
    const { status, headers, text } = await reply.catch((error: unknown) => {
      failure ??= error
      throw error
    })
    return responseOf(text, status, headers)
  }
  const report = await checkService({ ...options, baseUrl: 'http://in.process', fetch: answer })
  // A broken server answers; one that throws proves nothing.
  if (failure !== undefined) throw failure
  return report.results
}

/** Returns true for a request to the operation, or to a path below it. */
function isOf(operation: string, { pathname }: URL): boolean {
  const { path } = operations.find(({ id }) => id === operation) as Operation
  return new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}(/|$)`).test(pathname)
}

/** The platform's class refuses some combinations that a broken server may send, such as a body with 304. */
function responseOf(text: string, status: number, headers: Record<string, string>): Response {
  const hasBody = text !== '' && status !== 304
  const response = new Response(hasBody ? text : null, { status: Math.max(200, status), headers })
  const arrayBuffer = async () => Buffer.from(text).buffer
  return hasBody || text === '' ? response : Object.assign(response, { arrayBuffer })
}
