import { connect, type Socket } from 'node:net'

/**
 * A hostile client with many connections, in a process of its own: `attack.ts <name> <port> <connections> <network>
 * <addresses>`. The network is the first half of the addresses. It says when it is connected, and runs until it is killed.
 */
const [name = '', port = '', connections = '', network = '', addresses = '1'] = process.argv.slice(2)

/** Another spelling of the same request each time, so that no response comes from memory. */
let number = 0
function page(): string {
  number += 1
  let bits = number
  const spelled = [...'pagination.first'].map(letter => {
    const isEncoded = (bits & 1) === 1
    bits >>= 1
    return isEncoded ? `%${letter.charCodeAt(0).toString(16)}` : letter
  })
  return `/api/v2/accounts?${spelled.join('')}=${900 - (number % 40)}`
}

const get = (path: string, headers = '', method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`

/** Sends a text, and again after each part of an answer. */
const flood = (text: () => string) => (socket: Socket) => {
  socket.write(text())
  socket.on('data', () => socket.write(text()))
}

/** Sends a text, and reads nothing. */
const deaf = (text: () => string) => (socket: Socket) => {
  socket.pause()
  socket.write(text())
}

const PREFLIGHT = 'Origin: http://a\r\nAccess-Control-Request-Method: GET\r\n'
const markets = Array.from(
  { length: 30 },
  (_, market) => `filter.marketIds=${String(market).padStart(64, '0')}`,
)
const dear = () =>
  `/api/v2/accounts?${markets.join('&')}&filter.accountTypes=ACCOUNT_TYPE_GENERAL&pagination.first=${1 + (number++ % 1000)}`

const attacks: Readonly<Record<string, (socket: Socket) => void>> = {
  'pipelined pages': deaf(() => Array.from({ length: 31 }, () => get(page())).join('')),
  // More than the buffers of the system hold, one after the other behind a proxy.
  'slow readers': deaf(() => Array.from({ length: 25 }, () => get(page())).join('')),
  'a flood of probes': flood(() => get('/health').repeat(16)),
  'tiny pipelined requests': deaf(() => get('/x').repeat(2300)),
  'a hog of waits': socket =>
    deaf(() => get(page(), 'Prefer: wait=50\r\nX-Min-Block-Height: 99999999\r\n'))(socket),
  'dear pages': flood(() => get(dear())),
  'idle connections': socket => void socket.pause(),
  'malformed bytes': flood(() => (number++ % 2 === 0 ? get('/%zz') : '\u0000\u0001 not HTTP\r\n\r\n')),
  'a flood of pages': flood(() => get(page())),
  'files of the site': deaf(() => get('/search.json').repeat(31)),
  'a flood of preflights': flood(() => get('/api/v2/accounts', PREFLIGHT, 'OPTIONS').repeat(8)),
}

let isConnected = false
function dial(localAddress: string): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
  socket.once('connect', () => {
    if (!isConnected) process.send?.('connected')
    isConnected = true
  })
  socket.on('error', () => undefined)
  attacks[name]?.(socket)
  // A hostile client comes back.
  socket.on('close', () => setTimeout(() => dial(localAddress), 200))
}
// Connections that are not read keep no process alive.
setInterval(() => undefined, 60_000)
for (let count = 0; count < Number(connections); count += 1) {
  const host = count % Number(addresses)
  dial(`${network}.${1 + Math.floor(host / 250)}.${1 + (host % 250)}`)
}
