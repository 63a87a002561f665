import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
import { serve } from './serve.mjs'

serve(async ({ contract }) => {
  const server = createServer(await getHttpOperationsFromSpec(contract), {
    cors: true,
    config: {
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: false,
      isProxy: false,
      mock: { dynamic: false },
    },
    components: { logger: createLogger('prism', { level: 'silent' }) },
  })
  return Number(new URL(await server.listen(0, '127.0.0.1')).port)
})
