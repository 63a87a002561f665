import { once } from 'node:events'
import { createServer } from 'node:http'

export const title = 'PostGraphile, PostgreSQL'
export const database = 'plain'

const QUERY = `query Page($owner: String!, $first: Int!, $order: [AccountOrderBy!]) {
  allAccounts(condition: {owner: $owner}, first: $first, orderBy: $order) {
    edges { cursor node { owner balance asset market type } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`

export function pathOf({ party, size, newestFirst }) {
  const order = newestFirst ? 'NUMBER_DESC' : 'NUMBER_ASC'
  const variables = JSON.stringify({ owner: party, first: size, order: [order] })
  return `/graphql?${new URLSearchParams({ query: QUERY, variables })}`
}

export async function start({ plain, connections }) {
  const { postgraphile } = await import('postgraphile')
  const { makePgService } = await import('postgraphile/adaptors/pg')
  const { grafserv } = await import('postgraphile/grafserv/node')
  const { PostGraphileAmberPreset } = await import('postgraphile/presets/amber')
  const service = postgraphile({
    extends: [PostGraphileAmberPreset],
    pgServices: [makePgService({ connectionString: plain, poolConfig: { max: connections } })],
    grafserv: { graphqlOverGET: true, watch: false },
    grafast: { explain: false },
  })
  const server = createServer()
  await service.createServ(grafserv).addTo(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address().port
}
