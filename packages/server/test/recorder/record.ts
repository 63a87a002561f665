/** Compares each response of the service with the contract, in every test of the server. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { isRecorded, recordResponse, takeProblems } from './recorded.ts'

/** A message of undici, which is the global `fetch`. Names and values alternate. */
interface Received {
  readonly request: { readonly method: string; readonly path: string; readonly origin: string }
  readonly response: { readonly statusCode: number; readonly headers: readonly Buffer[] }
}

const { writeHead } = ServerResponse.prototype

/** Every response passes `writeHead`, also one that is sent before Fastify, or to a request without a socket. */
function recordedWriteHead(this: ServerResponse, ...args: Parameters<typeof writeHead>): ServerResponse {
  const result = writeHead.apply(this, args)
  const last = args.at(-1)
  const headers = { ...this.getHeaders(), ...(typeof last === 'object' ? last : {}) }
  // Other servers of the tests name no requests.
  const isOurs = 'x-request-id' in headers || !(this.req.socket instanceof Socket)
  if (isOurs) record(this.req.method, this.req.url, this.statusCode, Object.entries(headers))
  return result
}

function received(message: unknown): void {
  const { request, response } = message as Received
  if (!isRecorded(request.origin)) return
  const texts = response.headers.map(String)
  const headers = texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1]] as const] : []))
  record(request.method, request.path, response.statusCode, headers)
}

function record(method = '', url = '', status: number, headers: readonly (readonly [string, unknown])[]) {
  const lower = headers.map(([name, value]) => [name.toLowerCase(), String(value)])
  recordResponse({ method, url, status, headers: Object.fromEntries(lower) })
}

/** Registers it for a test file. Several may share this process. */
export function recordTests(): void {
  beforeAll(() => {
    ServerResponse.prototype.writeHead = recordedWriteHead as typeof writeHead
    subscribe('undici:request:headers', received)
  })
  afterEach(expectNone)
  afterAll(async () => {
    ServerResponse.prototype.writeHead = writeHead
    unsubscribe('undici:request:headers', received)
    await expectNone()
  })
}

async function expectNone(): Promise<void> {
  expect(await takeProblems(), 'responses that differ from the contract').toEqual([])
}
