import { createHttp } from '../src/http/app.ts'
import { operations } from '../src/network/open-network.ts'

/** Returns a path for each route of the service, by the list that Fastify makes of them, and some that lead nowhere. */
export function everyPath(site: string): string[] {
  const block = { height: '1', timestamp: '2', state: 'a' }
  const answer = () => ({ body: '{}', block, etag: 'e' })
  const routes = createHttp({ operations, answer, head: () => block, site })
    .printRoutes({ commonPrefix: false, method: 'GET' })
    .split('\n')
    .flatMap(line => /\/\S*|\*/.exec(line)?.[0] ?? [])
    .map(route => route.replace('*', '/search.json').replaceAll(/:\w+/g, 'ab'.repeat(32)))
  return [...routes, '/', '/nothing', '/%zz', '/api/v2/accounts?wrong=1']
}
