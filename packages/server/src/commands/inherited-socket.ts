import { PortError } from './port.ts'

/** The first file descriptor that systemd passes on; see sd_listen_fds(3). */
const FIRST = 3

/**
 * Returns the file descriptor of the socket that systemd has opened for this process; undefined without one. systemd
 * holds connections in that socket while a service restarts, so none is refused.
 */
export function inheritedSocket(): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = process.env
  if (LISTEN_PID !== String(process.pid)) return undefined
  if (LISTEN_FDS !== '1') throw new PortError(`systemd passes ${LISTEN_FDS} sockets; serve takes exactly one`)
  return FIRST
}
