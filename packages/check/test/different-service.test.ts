import { describe, expect, it } from 'vitest'
import { contract, follow } from '../src/contract/document.ts'
import { operations } from '../src/contract/operations.ts'
import { checkService, textReport } from '../src/index.ts'

/** Answers each operation with the first example of the contract, whatever the request says, as mock servers do. */
const mock: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input))
  const found = operations.find(({ path }) => matches(path, pathname))
  if (!found || init?.method === 'POST') return new Response('not found', { status: 404 })
  const response = contract.paths[found.path]?.get.responses['200'] as unknown as Examples
  const [example] = Object.values(response.content['application/json'].examples)
  return Response.json(follow(example ?? { value: {} }).value.value)
}

interface Examples {
  readonly content: {
    readonly 'application/json': {
      readonly examples: Readonly<Record<string, { readonly $ref?: string; readonly value: unknown }>>
    }
  }
}

function matches(path: string, pathname: string): boolean {
  return new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(pathname)
}

describe('a mock server that answers with the examples of the contract', () => {
  it('gets a report of a page, and each failure on request', async () => {
    const report = await checkService({ baseUrl: 'http://mock', fetch: mock })
    const lines = textReport(report).split('\n')
    expect(lines.length).toBeLessThan(60)
    expect(Math.max(...lines.map(line => line.length))).toBeLessThan(300)
    expect(lines[0]).toMatch(/^FAILED .* \(\d+ times: \w+ and \d+ more, /)
    expect(textReport(report, true).split('\n').length).toBeGreaterThan(500)
  })
})
