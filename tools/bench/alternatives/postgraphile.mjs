import { once } from 'node:events'
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { CONNECTIONS, serve } from './serve.mjs'

serve(async ({ database }) => {
  const service = postgraphile({
    extends: [PostGraphileAmberPreset],
    pgServices: [makePgService({ connectionString: database, poolConfig: { max: CONNECTIONS } })],
    grafserv: { graphqlOverGET: true, watch: false },
    grafast: { explain: false },
  })
  const server = createServer()
  await service.createServ(grafserv).addTo(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address().port
})
