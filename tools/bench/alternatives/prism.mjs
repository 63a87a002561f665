export const title = 'Prism, a mock without data'

/** It understands the paths of the contract, and always sends the contract's example. */
export const isMock = true

export async function start({ contract }) {
  const { createLogger } = await import('@stoplight/prism-core')
  const { getHttpOperationsFromSpec } = await import('@stoplight/prism-http')
  const { createServer } = await import('@stoplight/prism-http-server')
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
}
