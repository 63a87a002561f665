import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Codes of messages before the startup: requests for TLS and for GSSAPI encryption. */
const ENCRYPTION = new Set([80877103, 80877104])
const SYNC = 0x53
const QUERY = 0x51
const READY = 0x5a
const IDLE = 0x49

/** A connection to PostgreSQL, which serves one transaction after another. */
interface Server {
  readonly socket: Socket
  readonly frames: Frames
}

/**
 * A pooler like PgBouncer in transaction mode: each transaction gets whichever connection to PostgreSQL is free.
 * Settings of a client's connection are refused, or ignored with `ignoreOptions`.
 */
export async function startPooler(
  url: string,
  { connections, ignoreOptions }: { connections: number; ignoreOptions: boolean },
): Promise<{ url: string; close: () => void }> {
  const target = new URL(url)
  const free: Server[] = []
  for (let number = 0; number < connections; number += 1) free.push(await openServer(target))
  const all = free.map(({ socket }) => socket)
  const waiting: ((server: Server) => void)[] = []
  const give = (server: Server) => {
    const next = waiting.shift()
    if (next) next(server)
    else free.push(server)
  }
  const listener = createServer(client => {
    all.push(client)
    client.on('error', () => undefined)
    const frames = new Frames(true)
    let server: Server | undefined
    let unanswered = 0
    let held: Buffer[] = []
    const begin = (taken: Server) => {
      server = taken
      taken.socket.removeAllListeners('data').on('data', chunk => {
        client.write(chunk)
        for (const frame of taken.frames.read(chunk)) {
          if (frame[0] !== READY) continue
          unanswered -= 1
          if (unanswered > 0 || frame[5] !== IDLE) continue
          server = undefined
          give(taken)
        }
      })
      for (const frame of held) taken.socket.write(frame)
      held = []
    }
    client.on('data', chunk => {
      for (const frame of frames.read(chunk)) {
        if (frames.isStartup) {
          if (ENCRYPTION.has(frame.readInt32BE(4))) client.write('N')
          else if (!ignoreOptions && frame.includes('\0options\0')) {
            client.end(message('E', 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0'))
          } else {
            frames.isStartup = false
            client.write(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')]))
          }
          continue
        }
        if (frame[0] === SYNC || frame[0] === QUERY) unanswered += 1
        if (frame[0] === 'X'.charCodeAt(0)) continue
        if (server) server.socket.write(frame)
        else {
          held.push(frame)
          if (held.length > 1) continue
          const ready = free.shift()
          if (ready) begin(ready)
          else waiting.push(begin)
        }
      }
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const own = new URL(url)
  own.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  return {
    url: own.href,
    close: () => {
      listener.close()
      for (const socket of all) socket.destroy()
    },
  }
}

async function openServer({ hostname, port, username, pathname }: URL): Promise<Server> {
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const parameters = `user\0${username}\0database\0${pathname.slice(1)}\0\0`
  const body = Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(parameters)])
  socket.write(Buffer.concat([length(body), body]))
  const frames = new Frames(false)
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.on('data', chunk => {
    for (const frame of frames.read(chunk)) if (frame[0] === READY) resolve()
  })
  await promise
  return { socket, frames }
}

function message(type: string, text: string): Buffer {
  const body = Buffer.from(text, 'latin1')
  return Buffer.concat([Buffer.from(type), length(body), body])
}

function length(body: Buffer): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(body.length + 4)
  return bytes
}

/** Cuts a stream into messages. The startup message has no type. */
class Frames {
  isStartup: boolean
  #rest = Buffer.alloc(0)

  constructor(isStartup: boolean) {
    this.isStartup = isStartup
  }

  *read(chunk: Buffer): Generator<Buffer> {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const type = this.isStartup ? 0 : 1
      if (this.#rest.length < type + 4) return
      const end = type + this.#rest.readInt32BE(type)
      if (this.#rest.length < end) return
      const frame = this.#rest.subarray(0, end)
      this.#rest = this.#rest.subarray(end)
      yield frame
    }
  }
}
