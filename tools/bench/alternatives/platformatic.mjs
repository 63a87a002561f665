export const title = 'Platformatic sql-openapi, PostgreSQL'
export const database = 'plain'

export function pathOf({ party, size, newestFirst }) {
  const order = newestFirst ? 'desc' : 'asc'
  return `/accounts?${new URLSearchParams({ 'where.owner.eq': party, limit: size, 'orderby.number': order })}`
}

export async function start({ plain, connections }) {
  const { default: sqlMapper } = await import('@platformatic/sql-mapper')
  const { default: sqlOpenapi } = await import('@platformatic/sql-openapi')
  const { default: fastify } = await import('fastify')
  const app = fastify()
  await app.register(sqlMapper, { connectionString: plain, poolSize: connections })
  await app.register(sqlOpenapi)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app.server.address().port
}
