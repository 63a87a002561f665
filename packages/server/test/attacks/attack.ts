import { once } from 'node:events'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

/**
 * The order to a hostile process, as JSON. The process sends a message when each of its connections is open or was refused, and
 * runs until it is killed.
 */
export interface Order {
  readonly port: number
  /** Each attack with its number of connections. */
  readonly attacks: Readonly<Record<string, number>>
  /** First half of the addresses of its connections, such as `127.9`. */
  readonly network: string
  readonly addresses: number
  /** `http2` over TLS, and `ipv6`: each connection says that it forwards for another network of one /48. */
  readonly by: 'http1' | 'http2' | 'ipv6'
  /** A path of each route of the service. */
  readonly paths: readonly string[]
}
const { port, attacks, network, addresses, by, paths } = JSON.parse(process.argv[2] ?? '') as Order

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
const markets = Array.from({ length: 30 }, (_, at) => `filter.marketIds=${String(at).padStart(64, '0')}`)
const dear = () =>
  `/api/v2/accounts?${markets.join('&')}&filter.accountTypes=ACCOUNT_TYPE_GENERAL&pagination.first=${1 + (number++ % 1000)}`
const anyPath = () => paths[number++ % paths.length] ?? '/'

interface Attack {
  /** Number of requests of a connection at a time. */
  readonly most: number
  readonly path: () => string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** True if it reads the answers, and sends as much again. */
  readonly reads?: boolean
  /** Sent in place of every second request on HTTP/1.1. */
  readonly bytes?: string
  /** Sent without end after a request on HTTP/1.1. */
  readonly body?: string
}

const WAIT = { prefer: 'wait=50', 'x-min-block-height': '99999999' }
const PREFLIGHT = { origin: 'http://a', 'access-control-request-method': 'GET' }
const ATTACKS: Readonly<Record<string, Attack>> = {
  'pipelined pages': { most: 31, path: page },
  // More than the buffers of the system hold, one after the other behind a proxy.
  'slow readers': { most: 25, path: page },
  'a flood of probes': { most: 16, path: () => '/health', reads: true },
  'tiny pipelined requests': { most: 2300, path: () => '/x' },
  'a hog of waits': { most: 1, path: page, headers: WAIT },
  'dear pages': { most: 1, path: dear, reads: true },
  'idle connections': { most: 0, path: page },
  'malformed bytes': { most: 1, path: () => '/%zz', reads: true, bytes: '\u0000\u0001 not HTTP\r\n\r\n' },
  'a flood of pages': { most: 1, path: page, reads: true },
  'bodies of small chunks': {
    ...{ most: 1, path: page, method: 'POST', reads: true },
    ...{ headers: { 'transfer-encoding': 'chunked' }, body: '1\r\na\r\n'.repeat(10_000) },
  },
  'files of the site': { most: 31, path: () => '/search.json' },
  'a flood of preflights': {
    most: 8,
    path: () => '/api/v2/accounts',
    method: 'OPTIONS',
    headers: PREFLIGHT,
    reads: true,
  },
  'unread answers of every route': { most: 31, path: anyPath },
  'a flood of every route': { most: 4, path: anyPath, reads: true },
  'waits on every route': { most: 1, path: anyPath, headers: { ...WAIT, 'if-none-match': '"a"' } },
}

const names = Object.keys(attacks)
type Headers = Readonly<Record<string, string>>

function attackByHttp1(attack: Attack, localAddress: string, more: Headers): Socket {
  const { most, path, method = 'GET', headers = {}, reads = false, bytes, body } = attack
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  const fields = Object.entries({ host: 'a', ...headers, ...more }).map(
    ([field, value]) => `${field}: ${value}`,
  )
  const one = () => `${method} ${path()} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`
  const send = () => {
    const text = bytes && number++ % 2 === 0 ? bytes : Array.from({ length: most }, one).join('')
    if (text !== '') socket.write(text)
  }
  send()
  if (body !== undefined) {
    const flood = () => {
      while (!socket.destroyed && socket.write(body));
    }
    socket.on('drain', flood).resume()
    flood()
  } else if (reads) socket.on('data', send)
  else socket.pause()
  return socket
}

const TLS = { host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] }

/** A window of 1 kB that never opens keeps the answers where they are. */
function attackByHttp2(attack: Attack, localAddress: string): ClientHttp2Session {
  const { most, path, method = 'GET', reads, body } = attack
  const headers = body === undefined ? attack.headers : {}
  const settings = reads ? {} : { initialWindowSize: 1000 }
  const session = connectHttp2('https://127.0.0.1', {
    settings,
    createConnection: () => connectTls({ ...TLS, port, localAddress } as ConnectionOptions),
  })
  const send = () => {
    if (session.destroyed) return
    const stream = session
      .request({ ':path': path(), ':method': method, ...headers }, { endStream: body === undefined })
      .on('error', () => undefined)
    if (body !== undefined) stream.write(body)
    if (reads) stream.resume().on('close', send)
    else stream.pause()
  }
  // As many as a connection may have.
  for (let stream = 0; stream < (reads ? most : Math.min(100 * most, 100)); stream += 1) send()
  return session
}

function dial(name: string, count: number): Socket | ClientHttp2Session {
  const attack = ATTACKS[name] as Attack
  const host = count % addresses
  // Each attack has addresses of its own.
  const localAddress = by === 'ipv6' ? '127.0.0.1' : `${network}.${1 + names.indexOf(name)}.${1 + host}`
  const forwarded: Headers = by === 'ipv6' ? { 'x-forwarded-for': `2001:db8:7:${host.toString(16)}::1` } : {}
  const connection =
    by === 'http2' ? attackByHttp2(attack, localAddress) : attackByHttp1(attack, localAddress, forwarded)
  connection.on('error', () => undefined)
  // A hostile client comes back.
  connection.on('close', () => setTimeout(dial, 200, name, count))
  return connection
}
// Connections that are not read keep no process alive.
setInterval(() => undefined, 60_000)
const opened = Object.entries(attacks).flatMap(([name, connections]) =>
  Array.from({ length: connections }, (_, count) => once(dial(name, count), 'connect')),
)
void Promise.allSettled(opened).then(() => process.send?.('connected'))
