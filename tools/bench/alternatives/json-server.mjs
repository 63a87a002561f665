import { once } from 'node:events'
import jsonServer from 'json-server'
import { serve } from './serve.mjs'

serve(async ({ file }) => {
  const app = jsonServer.create()
  app.use(jsonServer.router(file))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address().port
})
