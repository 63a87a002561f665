import { operations } from '../../src/contract/operations.ts'
import { meaningOf } from '../../src/meaning/lists.ts'
import { samplesOf } from '../../src/model/expected.ts'
import { find } from '../../src/search/find.ts'
import { Service } from '../../src/service/service.ts'
import type { SimulatedNetwork } from '../network.ts'
import type { Known } from './requests.ts'

const ROWS = 40

/** Values and cursors of the records that a network has. */
export async function knownOf({ get }: SimulatedNetwork): Promise<Known> {
  const service = new Service({
    baseUrl: 'http://in.process',
    timeout: 60_000,
    concurrency: 1,
    maxRequests: Infinity,
    fetch: async input => {
      const { pathname, search } = new URL(String(input))
      const { status, headers, text } = await get(pathname + search)
      return new Response(text, { status, headers })
    },
  })
  const found = await find(service, operations, 1000)
  const { subjects, values } = found
  const cache = new Map<string, readonly string[]>()
  return (operation, parameter) => {
    const key = `${operation.id} ${parameter.name}`
    const known = cache.get(key) ?? fresh()
    cache.set(key, known)
    return known

    function fresh(): readonly string[] {
      const all = subjects.get(operation.id)?.[0]?.all
      const list = all && { operation, meaning: meaningOf(operation), facts: found, all }
      const rows = all?.edges.slice(0, ROWS) ?? []
      if (parameter.schema === 'Cursor') return rows.map(({ cursor }) => cursor)
      if (parameter.required)
        return values
          .candidates(parameter)
          .filter(value => parameter.pattern?.test(value) ?? true)
          .slice(0, ROWS)
      return list ? [...new Set(rows.flatMap(({ node }) => samplesOf(list, parameter.name, node)))] : []
    }
  }
}
