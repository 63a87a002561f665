import { type OperationId, operations } from '@trading-network/types'
import type { CorpusExample } from './corpus-example.ts'
import { type ResponseOf, typicalExample } from './example-records.ts'
import { type ExampleName, examples } from './generated/examples.ts'

export type { CorpusExample } from './corpus-example.ts'
export { aPage, aRecord, type Changes, type ResponseOf } from './example-records.ts'
export { type ExampleName, examples } from './generated/examples.ts'

/** The name of an example, a body, or a `Response` with any status and headers. */
type ExampleResponse<Id extends OperationId> = ExampleName | ResponseOf<Id> | Response

/**
 * The response of each operation, for any parameters: the name of an example, a body, or a `Response` with any status
 * and headers. A list of responses is a sequence: each request gets the next one. The last one repeats; only a page does
 * not repeat behind a cursor, where every list is at its end.
 *
 * @example
 * const chosen: ChosenResponses = {
 *   getOrder: 'error-orderNotFound',
 *   listAccounts: [new Response(null, { status: 503 }), aPage('listAccounts', [aRecord('listAccounts')])],
 * }
 */
export type ChosenResponses = {
  readonly [Id in OperationId]?: ExampleResponse<Id> | readonly ExampleResponse<Id>[]
}

/**
 * A `fetch` that responds with the examples of the contract and with your own data, so that tests need no server.
 *
 * An operation gives the response chosen for it, else the example whose request is exactly this one, else its typical
 * page or order. Behind a cursor every list is at its end, so walks over pages end too, unless more responses are
 * chosen. Other paths are 404, other methods than GET 405, with the contract's error body.
 *
 * @example
 * const client = createClient({
 *   baseUrl: 'http://network.test',
 *   fetch: exampleFetch({ listAccounts: aPage('listAccounts', [aRecord('listAccounts', { balance: '0' })]) }),
 * })
 * const accounts = await client.listAccounts().collect()
 */
export const exampleFetch = (chosen: ChosenResponses = {}) => {
  const used = new Map<OperationId, number>()
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const found = operationAt(pathname)
    if (!found)
      return Response.json({ code: 5, message: `There is no ${pathname}`, details: [] }, { status: 404 })
    if (request.method !== 'GET') return answerWith(examples['error-methodNotAllowed'])
    const { operationId, path } = found
    const responses = [chosen[operationId] ?? []].flat() as ExampleResponse<OperationId>[]
    const turn = used.get(operationId) ?? 0
    used.set(operationId, turn + 1)
    const next = responses[turn]
    if (next) return responseOf(next)
    const last = responses.at(-1)
    const again = last && responseOf(last)
    if (again && !again.ok) return again
    const isContinued = searchParams.has('pagination.after') || searchParams.has('pagination.before')
    if (isContinued) return answerWith(examples[`${operationId}-emptyPage` as ExampleName])
    return again ?? answerWith(asked(operationId, path, searchParams) ?? typicalExample(operationId))
  }
}

const responseOf = (response: ExampleResponse<OperationId>): Response => {
  if (typeof response === 'string') return answerWith(examples[response])
  return response instanceof Response ? response.clone() : Response.json(response)
}

const answerWith = ({ body, status, headers = {} }: CorpusExample) => Response.json(body, { status, headers })

/** The operation at a path, with the values of its path parameters; the path may lie below any base. */
const operationAt = (pathname: string) => {
  for (const operationId of Object.keys(operations) as OperationId[]) {
    const template = operations[operationId].path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    const match = new RegExp(`${template}$`).exec(pathname)
    if (match) return { operationId, path: match.groups ?? {} }
  }
  return undefined
}

/** The example whose request is exactly this one. */
const asked = (operationId: OperationId, path: Readonly<Record<string, string>>, query: URLSearchParams) => {
  const request = sorted([...Object.entries(path), ...query])
  return Object.values(examples).find(
    ({ operationId: id, method, status, params }: CorpusExample) =>
      // Only what depends on the request: a server that fails would fail any.
      id === operationId && !method && status < 429 && sorted(Object.entries(params)) === request,
  )
}

const sorted = (params: readonly (readonly [string, unknown])[]) =>
  `${params.flatMap(([name, value]) => [value].flat().map(each => `${name}=${each}`)).sort()}`
