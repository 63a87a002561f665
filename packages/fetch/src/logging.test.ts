import { expect, it, vi } from 'vitest'
import { createClient } from './client.ts'
import { type Logger, logging } from './logging.ts'

/** Calls once, with one retry, and gives the log messages; headers, URL and error have secrets. */
const logged = async (options: (logger: Logger) => object): Promise<string[]> => {
  const lines: string[] = []
  const logger: Logger = {
    debug: message => lines.push(`debug ${message}`),
    warn: message => lines.push(`warn ${message}`),
  }
  const answers = [
    () => new Response(null, { status: 503, headers: { 'retry-after': '0' } }),
    () => Promise.reject(new Error('secret')),
    () => Response.json({ order: {} }),
  ]
  const client = createClient({
    baseUrl: 'http://network.test/secret',
    headers: { authorization: 'secret' },
    fetch: async () => (answers.shift() as () => Response)(),
    maxWait: 1,
    ...options(logger),
  })
  await client.getOrder({ orderId: 'secret' })
  return lines.map(line => line.replace(/\d+ ms/g, 'N ms'))
}

it('nothing is logged unless asked for', async () => {
  const methods = (['log', 'debug', 'info', 'warn', 'error'] as const).map(name => vi.spyOn(console, name))
  expect(await logged(() => ({}))).toEqual([])
  expect(await logged(logger => logging({ logger, logLevel: 'off' }))).toEqual([])
  for (const method of methods) expect(method).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

it('retries are warnings, without secrets', async () => {
  expect(await logged(logger => logging({ logger }))).toEqual([
    'warn getOrder: 503 after N ms (attempt 1), again in N ms',
    'warn getOrder: Error after N ms (attempt 2), again in N ms',
  ])
})

it('attempts are logged at the level debug', async () => {
  const lines = await logged(logger => logging({ logger, logLevel: 'debug' }))
  expect(lines.filter(line => line.startsWith('debug'))).toEqual([
    'debug getOrder: 503 after N ms (attempt 1)',
    'debug getOrder: Error after N ms (attempt 2)',
    'debug getOrder: 200 after N ms (attempt 3)',
  ])
})

it('the console gets the messages without a logger', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await logged(() => logging())
  expect(warn).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
})
