import type { WatchEvent } from '@trading-network/fetch/watch'
import type { Entry, Request } from '../contract/request.ts'
import { loadModule } from '../site/load-module.ts'

/** What a watch says, with the height of the newest block of any response, and the time of the last one. */
export type Followed = WatchEvent<unknown, unknown> & {
  readonly height: number | undefined
  readonly milliseconds: number
}

/**
 * The response of a request now, and after each change, by the client's own `watch`: it survives errors of the server, a
 * restart and a lost connection. Loads the client when it is first called.
 *
 * @param lose told of each request that failed, and that the watch makes again
 * @throws ApiError for a response that no retry changes, RangeError for a list of more than one page
 */
export async function* follow(
  baseUrl: string,
  request: Request,
  signal: AbortSignal,
  lose: (reason: string) => void,
): AsyncGenerator<Followed> {
  const { createClient, watch } = await loadModule(() => import('./client.ts')).catch(() => {
    throw new Error('The client did not load. Check the connection, and press Follow again')
  })
  let height: number | undefined
  let milliseconds = 0
  const client = createClient({
    baseUrl,
    fetch: async (...sent) => {
      const started = performance.now()
      const response = await fetch(...sent).catch((error: unknown) => {
        if (!signal.aborted && error instanceof TypeError) lose('Nothing answers')
        throw error
      })
      if (response.status >= 500) lose(`Status ${response.status}`)
      milliseconds = Math.round(performance.now() - started)
      // A 304 names a newer block, too.
      height = Number(response.headers.get('x-block-height')) || height
      return response
    },
  })
  const calls = client as unknown as Record<string, (...given: object[]) => Parameters<typeof watch>[0]>
  const call = calls[request.operationId]?.(valuesOf(request), { signal })
  if (call) for await (const event of watch(call)) yield { ...event, height, milliseconds } as Followed
}

/** The parameters as the client takes them. A list is a window of its first page. */
function valuesOf({ entries, page }: Request): object {
  const values = entries
    .filter(({ place, values }) => place !== 'header' && values.some(value => value.trim() !== ''))
    .map(entry => [entry.name, typed(entry)] as const)
  const isWindow = values.some(([name]) => /^pagination\.(first|last)$/.test(name))
  return {
    ...(page !== undefined && !isWindow && { 'pagination.first': 1000 }),
    ...Object.fromEntries(values),
  }
}

function typed({ kind, isList, values: given }: Entry): unknown {
  const texts = given.map(value => value.trim()).filter(value => value !== '')
  const values = texts.map(text =>
    kind === 'text' ? text : kind === 'number' ? Number(text) : text === 'true',
  )
  return isList ? values : values[0]
}
