import { type OperationId, operations } from '@trading-network/types'
import type { CorpusExample } from './corpus-example.ts'
import { type ExampleName, examples } from './generated/examples.ts'

export type { CorpusExample } from './corpus-example.ts'
export { type ExampleName, examples } from './generated/examples.ts'

/**
 * The example that each operation responds with, for any parameters.
 *
 * @example
 * const chosen: ChosenExamples = { listAccounts: 'listAccounts-emptyPage', getOrder: 'error-orderNotFound' }
 */
export type ChosenExamples = Partial<Readonly<Record<OperationId, ExampleName>>>

/**
 * A `fetch` that responds with the examples of the contract, so that tests need no server.
 *
 * An operation gives the example chosen for it, else the one whose request is exactly this one, else its typical page
 * or order. Behind a cursor every list is at its end, so walks over pages end too. Other paths are 404, other methods
 * than GET 405, with the contract's error body.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://network.test', fetch: exampleFetch() })
 * const accounts = await client.listAccounts().collect()
 */
export const exampleFetch =
  (chosen: ChosenExamples = {}) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const found = operationAt(pathname)
    if (!found)
      return Response.json({ code: 5, message: `There is no ${pathname}`, details: [] }, { status: 404 })
    if (request.method !== 'GET') return answerWith(examples['error-methodNotAllowed'])
    const { operationId, path } = found
    const turned = searchParams.has('pagination.after') || searchParams.has('pagination.before')
    if (turned) return answerWith(examples[`${operationId}-emptyPage` as ExampleName])
    const typical =
      operationId === 'getOrder' ? 'getOrder-typicalOrder' : (`${operationId}-typicalPage` as const)
    const named = chosen[operationId]
    return answerWith(named ? examples[named] : (asked(operationId, path, searchParams) ?? examples[typical]))
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
  const encoded = (params: Iterable<readonly [string, unknown]>) =>
    [...params]
      .flatMap(([name, value]) => [value].flat().map(each => `${name}=${each}`))
      .sort()
      .join('&')
  const request = encoded([...Object.entries(path), ...query])
  return Object.values(examples).find(
    example =>
      example.operationId === operationId &&
      // Only what depends on the request: a server that fails would fail any.
      example.status < 429 &&
      example.method === undefined &&
      encoded(Object.entries(example.params)) === request,
  )
}
