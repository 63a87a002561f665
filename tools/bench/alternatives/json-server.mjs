import { once } from 'node:events'

export const title = 'json-server, rows in memory'

export function pathOf({ party, size, newestFirst }) {
  const order = newestFirst ? 'desc' : 'asc'
  return `/accounts?${new URLSearchParams({ owner: party, _limit: size, _sort: 'number', _order: order })}`
}

export async function start({ json }) {
  const { default: jsonServer } = await import('json-server')
  const app = jsonServer.create()
  app.use(jsonServer.router(json))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address().port
}
