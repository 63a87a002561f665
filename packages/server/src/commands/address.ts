import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { ServeOptions } from '../service/serve.ts'

/** The server cannot listen at an address. The message has advice. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** The first file descriptor that systemd passes on; see sd_listen_fds(3). */
const FIRST_SOCKET = 3

/**
 * Returns the file descriptor of the socket that systemd has opened for this process; undefined without one. systemd
 * holds connections in that socket while a service restarts, so none is refused.
 */
function inheritedSocket(): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = process.env
  if (LISTEN_PID !== String(process.pid)) return undefined
  if (LISTEN_FDS === '1') return FIRST_SOCKET
  throw new ListenError(`systemd passes ${LISTEN_FDS} sockets; serve takes exactly one`)
}

/**
 * Returns the socket of systemd; or the port if it is free, and any free one for 0, which all workers can share.
 *
 * @throws ListenError if nothing can listen there
 */
export async function listenPlace(
  host: string,
  port: number,
): Promise<Pick<ServeOptions, 'socket' | 'port'>> {
  const socket = inheritedSocket()
  if (socket !== undefined) return { socket, port: 0 }
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new ListenError(`port ${port} on ${host} is taken; choose another one with --port`)
    throw new ListenError(`cannot listen on ${host}:${port}: ${message}`, { cause })
  }
  const free = (probe.address() as AddressInfo).port
  probe.close()
  await once(probe, 'close')
  return { port: free }
}
