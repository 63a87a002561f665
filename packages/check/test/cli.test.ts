import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SimulatedNetwork, simulatedNetwork } from './network.ts'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))

function check(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise(resolve => {
    execFile(process.execPath, [cli, ...args], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

describe('trading-network-check', () => {
  let network: SimulatedNetwork
  let server: Server
  let url: string
  /** Answers of this path are broken. */
  let broken: string | undefined

  beforeAll(async () => {
    network = await simulatedNetwork()
    server = createServer(async ({ url = '', method, headers: sent }, response) => {
      const { status, headers, text } = await network.get(url, method, sent as Record<string, string>)
      const type = broken !== undefined && url.startsWith(broken) ? { 'content-type': 'text/plain' } : {}
      response.writeHead(status, { ...headers, ...type }).end(text)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await network.close()
  })

  it('ends with 0 when all checks pass', async () => {
    broken = undefined
    const { code, output } = await check(url, '--only', 'getOrder', '--strict')
    expect(code, output).toBe(0)
    const all = /^ok {5}getOrder +(\d+) passed \(\d+ requests\)\n\n\1 passed, 0 failed, 0 not covered: /
    expect(output).toMatch(all)
  })

  it('ends with 1 and says what is wrong when something is', async () => {
    broken = '/api/v2/order/'
    const { code, output } = await check(url, '--only', 'getOrder', '--check', 'unknown id', '--details')
    expect(code).toBe(1)
    expect(output).toMatch(
      /\nFAILED getOrder, responses: content type of a 404 .*\n {2}GET \/api\/v2\/order\/[0-9a-f]+\n {2}contract: \/paths\S+\n {2}curl -i 'http/,
    )
    expect(output).toContain('1 passed, 1 failed, 0 not covered')
    expect(output).not.toContain('\u001b')
  })

  it.each([
    ['40', 'before its checks are done'],
    ['3', 'by the search for records'],
  ])('passes what it could not cover when %s requests are used up %s, and --strict does not', async most => {
    broken = undefined
    const args = [url, '--only', 'getOrder', 'listAccounts', '--max-requests', most]
    const { code, output } = await check(...args)
    expect(code, output).toBe(0)
    expect(output).toContain(`all ${most} requests are used up; see --max-requests`)
    expect(output).toMatch(/ {2}all operations: .* {2}listAccounts: /s)
    expect((await check(...args, '--strict')).code).toBe(1)
  })

  it('compares with another service', async () => {
    broken = undefined
    const { code, output } = await check(url, '--against', url, '--only', 'getOrder', 'listAccounts')
    expect(code, output).toBe(0)
    expect(output).toMatch(
      /^equal {2}listAccounts +\d+ equal records\nequal {2}getOrder +\d equal records\n$/,
    )
  })

  it.each([
    ['nobody answers', ['http://127.0.0.1:9'], 'error: no answer to GET'],
    ['the address is none', ['127.0.0.1'], 'must begin with http:// or https://'],
    ['a number is none', ['http://127.0.0.1:9', '--timeout', 'soon'], 'whole number'],
  ])('ends with 2 when %s', async (_, args, message) => {
    const { code, output } = await check(...args)
    expect(code).toBe(2)
    expect(output).toContain(message)
  })

  it('helps', async () => {
    const { code, output } = await check('--help')
    expect(code).toBe(0)
    expect(output).toContain('Exit code: 0 when all checks passed')
  })
})
