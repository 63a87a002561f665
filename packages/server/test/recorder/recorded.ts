import type { ContractResponses, DocumentedResponses, ResponseHead } from './contract-responses.ts'

const heads: ResponseHead[] = []
const origins = new Set<string>()
let responses: ContractResponses | undefined

/** Keeps a response until the test ends, so that the comparison does not take time from the test. */
export function recordResponse(head: ResponseHead): void {
  if (head.url.startsWith('/api/')) heads.push(head)
}

/** Also records the responses of a service in another process, as they arrive here. */
export function recordOrigin(url: string): void {
  origins.add(new URL(url).origin)
}

export function isRecorded(origin: string): boolean {
  return origins.has(origin)
}

/** Returns the differences between the contract and the responses since the last call. */
export async function takeProblems(): Promise<string[]> {
  if (heads.length === 0) return []
  responses ??= await contractResponses()
  const found = new Set<string>()
  for (const head of heads.splice(0)) for (const problem of responses.problems(head)) found.add(problem)
  return [...found]
}

/** Throws if the body of a response is not as the contract says. */
export async function requireBody(url: string, status: number, body: unknown): Promise<void> {
  responses ??= await contractResponses()
  responses.requireBody(url, status, body)
}

/** Many files with tests never need it, and it takes a second. */
async function contractResponses(): Promise<ContractResponses> {
  const { ContractResponses } = await import('./contract-responses.ts')
  const contract = await import('@trading-network/spec/openapi.json', { with: { type: 'json' } })
  return new ContractResponses(contract.default as unknown as DocumentedResponses)
}
