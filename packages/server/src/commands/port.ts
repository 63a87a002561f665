import { createServer } from 'node:net'

/** The server cannot listen on a port. The message has advice. */
export class PortError extends Error {
  override readonly name = 'PortError'
}

const DEFAULT_PORT = 8080

/** Returns the port to listen on: the requested one (0 for any), else the first free one from 8080. */
export async function choosePort(host: string, asked: number | undefined): Promise<number> {
  if (asked !== undefined) {
    const port = await tryPort(host, asked)
    if (port === undefined)
      throw new PortError(`port ${asked} on ${host} is taken; choose another one with --port`)
    return port
  }
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + 100; port += 1) {
    if ((await tryPort(host, port)) !== undefined) return port
  }
  throw new PortError(
    `ports ${DEFAULT_PORT} to ${DEFAULT_PORT + 99} on ${host} are taken; choose another one with --port`,
  )
}

/** Returns true if this is not the port that a user would expect. */
export function isSubstitute(port: number, asked: number | undefined): boolean {
  return asked === undefined && port !== DEFAULT_PORT
}

function tryPort(host: string, port: number): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const probe = createServer()
  probe.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') resolve(undefined)
    else reject(new PortError(`cannot listen on ${host}:${port}: ${error.message}`, { cause: error }))
  })
  probe.listen(port, host, () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : port))
  })
  return promise
}
