import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Command } from '../command.ts'
import { database, folder } from '../service.ts'

/** A bound socket that nobody accepts connections from: what systemd opens for a service. Node has no public API for it. */
function openSocket(): { fd: number; url: string } {
  // biome-ignore lint/suspicious/noExplicitAny: an internal binding
  const { TCP, constants } = (process as any).binding('tcp_wrap')
  const socket = new TCP(constants.SERVER)
  socket.bind('127.0.0.1', 0)
  onTestFinished(() => socket.close())
  const address = { port: 0 }
  socket.getsockname(address)
  return { fd: socket.fd, url: `http://127.0.0.1:${address.port}` }
}

/** Starts `serve` as systemd does: the socket is file descriptor 3, the environment says for which process. */
function serveOn(fd: number, sockets: number, ...options: string[]): Command {
  const within = ['sh', '-c', `LISTEN_FDS=${sockets} LISTEN_PID=$$ exec "$@"`, 'sh']
  const args = ['serve', '--no-docs', '--database', database, ...options]
  return new Command(args, folder, { within, as: { stdio: ['ignore', 'pipe', 'pipe', fd] } })
}

/** Sends requests on new connections until the end, more than 20. Returns the number of responses, and each failure. */
function startClients(url: string) {
  const seen = { responses: 0, failures: [] as unknown[] }
  let over = false
  const running = Array.from({ length: 4 }, async () => {
    while (!over) {
      const response = await fetch(`${url}/api/v2/accounts`, { headers: { connection: 'close' } }).catch(
        error => void seen.failures.push(error.cause ?? error),
      )
      await response?.text()
      if (response?.status === 200) seen.responses += 1
      await wait(20)
    }
  })
  return async () => {
    while (seen.responses <= 20 && seen.failures.length === 0) await wait(50)
    over = true
    await Promise.all(running)
    return seen
  }
}

describe('serve on a socket of systemd', () => {
  it.each(['1', '2'])('refuses no connection while it restarts (workers: %s)', async workers => {
    const { fd, url } = openSocket()
    let serving = serveOn(fd, 1, '--workers', workers)
    expect(await serving.url()).toBe(url)
    const end = startClients(url)
    await wait(300)
    serving.process.kill('SIGTERM')
    expect((await serving.ended()).code).toBe(0)
    await wait(300)
    serving = serveOn(fd, 1, '--workers', workers)
    await serving.url()
    await wait(300)
    const { failures } = await end()
    serving.process.kill('SIGTERM')
    await serving.ended()
    expect(failures).toEqual([])
  })

  it('does not start with two sockets', async () => {
    const { code, stderr } = await serveOn(openSocket().fd, 2).ended()
    expect([code, stderr]).toEqual([1, 'error: systemd passes 2 sockets; serve takes exactly one\n'])
  })
})
