import type { Exchange, Params } from '../log/exchange.ts'
import { type Edge, pageOf, type Walked } from '../records/page.ts'

/** A walk through the pages of a list. */
export interface Walk {
  readonly params: Params
  readonly size: number
  /** From the end of the list, with `last` and `before`. */
  readonly backward?: boolean
  /** Stop after so many records. */
  readonly most: number
}

/** Walks the pages of a list, one after another. */
export async function walk(
  ask: (params: Params) => Promise<Exchange>,
  { params, size, backward, most }: Walk,
): Promise<Walked> {
  const edges: Edge[] = []
  const seen = new Set<string>()
  const exchanges: Exchange[] = []
  const [limit, place] = backward ? ['last', 'before'] : ['first', 'after']
  let request: Params = { ...params, [`pagination.${limit}`]: String(size) }
  for (;;) {
    const exchange = await ask(request)
    exchanges.push(exchange)
    const end = (complete: boolean, what?: string) => ({
      ...{ edges, exchanges, complete },
      ...(what !== undefined && { broken: `${exchange.target} ${what}` }),
    })
    const page = pageOf(exchange)
    if (!page) return end(false, `got ${exchange.status} and no page`)
    if (backward) edges.unshift(...page.edges)
    else edges.push(...page.edges)
    if (!(backward ? page.hasPreviousPage : page.hasNextPage)) return end(true)
    if (edges.length >= most) return end(false)
    const cursor = backward ? page.startCursor : page.endCursor
    if (page.edges.length === 0 || seen.has(cursor))
      return end(false, 'says there is more, but leads nowhere new')
    seen.add(cursor)
    request = { ...request, [`pagination.${place}`]: cursor }
  }
}
