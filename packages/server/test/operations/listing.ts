import type { Api } from '../api.ts'
import { Chain, type EventDraft } from '../chain.ts'
import { nodes, running } from '../running.ts'

type ListId = Exclude<keyof Api, 'getOrder'>
// biome-ignore lint/suspicious/noExplicitAny: a test reads into whatever came
type Node = any

/** Serves a chain, or events that have a block each. Returns a function that requests the records of a list, oldest first. */
export async function listing<Id extends ListId>(operationId: Id, events: Chain | readonly EventDraft[]) {
  const chain = events instanceof Chain ? events : new Chain().blocks(events)
  const { client } = await running(chain.lines)
  return async (query: Partial<Parameters<Api[Id]>[0]> = {}): Promise<Node[]> => {
    const call = client[operationId] as (query: object) => Promise<object>
    const response = await call({ 'pagination.newestFirst': false, ...query })
    const page = Object.values(response).find(value => typeof value === 'object')
    return nodes(page as Parameters<typeof nodes>[0])
  }
}
