import sqlMapper from '@platformatic/sql-mapper'
import sqlOpenapi from '@platformatic/sql-openapi'
import fastify from 'fastify'
import { CONNECTIONS, serve } from './serve.mjs'

serve(async ({ database }) => {
  const app = fastify()
  await app.register(sqlMapper, { connectionString: database, poolSize: CONNECTIONS })
  await app.register(sqlOpenapi)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app.server.address().port
})
