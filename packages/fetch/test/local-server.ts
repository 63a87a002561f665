import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server on a free port for the running test: its address and its requests. */
export interface LocalServer {
  readonly baseUrl: string
  /** Path and query of each request, as received. */
  readonly targets: string[]
  readonly requests: IncomingMessage[]
}

/** Starts a server that answers with `answer` and ends with the test; of tests that run at once, with `finished`. */
export const localServer = async (
  answer: (response: ServerResponse, request: IncomingMessage) => void,
  finished: typeof onTestFinished = onTestFinished,
): Promise<LocalServer> => {
  const requests: IncomingMessage[] = []
  const targets: string[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    targets.push(request.url ?? '')
    answer(response, request)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  finished(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, targets, requests }
}

/** Answers with JSON and its length, as the real service does. */
export const sendJson = (response: ServerResponse, body: unknown, status = 200): void => {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

/** An empty page of accounts. */
export const noAccounts = {
  accounts: {
    edges: [],
    pageInfo: { startCursor: '', endCursor: '', hasNextPage: false, hasPreviousPage: false },
  },
}
