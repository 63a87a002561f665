import { connect, type Socket } from 'node:net'

/**
 * A process that opens connections to a port and leaves them idle: half of them without a request, the others after
 * one request. Tells its parent when all are open, and when one of the latter is closed. The former are closed soon.
 */
const [, , port = '', count = ''] = process.argv

const opened = (index: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.once('error', reject)
    if (index % 2 === 0) socket.once('connect', () => resolve(socket))
    else {
      socket.write('GET /health HTTP/1.1\r\nhost: a\r\n\r\n')
      socket.once('data', () => resolve(socket))
      socket.once('close', () => process.send?.('closed'))
    }
  })

await Promise.all(Array.from({ length: Number(count) }, (_, index) => opened(index)))
process.send?.('open')
process.once('disconnect', () => process.exit(0))
