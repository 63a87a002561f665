const PATH = '/api/v2/accounts?pagination.first=1'
const TWO_LISTS = ['filter.partyIds', 'filter.marketIds']
  .flatMap(name => Array<string>(100).fill(`${name}=${'a'.repeat(64)}`))
  .slice(0, 199)
  .join('&')
const HOST = 'Host: a'

/** A request without a body, with these header lines. */
const get = (...lines: string[]) => `GET ${PATH} HTTP/1.1\r\n${lines.map(line => `${line}\r\n`).join('')}\r\n`
const of = (...lines: string[]) => get(HOST, ...lines)
const to = (path: string, start = 'GET', version = 'HTTP/1.1') =>
  `${start} ${path} ${version}\r\n${HOST}\r\n\r\n`
const SECOND = to('/health')
const CHUNKED = 'Transfer-Encoding: chunked'
const END = '0\r\n\r\n'

/**
 * Shapes of bytes that a client may send, and the statuses of `serve`, HAProxy and nginx. A further request behind each shows
 * what the front takes for its end: with `400` alone it has closed the connection.
 */
export const SHAPES: Readonly<Record<string, string>> = {
  'bytes after HTTP/1.0 → 400 | 200 | 400': `GET ${PATH} HTTP/1.0\r\n\r\n`,
  'HTTP/1.0, kept alive → 200 200 | 200 200 | 400 200': `GET ${PATH} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`,
  'HTTP/0.9 → 400 | 400 | closed': 'GET /health\r\n\r\n',
  'the preface of HTTP/2 → 400 | closed | 400': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/1.2 → 400 | 200 200 | 200 200': to(PATH, 'GET', 'HTTP/1.2'),
  'HTTP/9.9 → 400 | 200 200 | 505': to(PATH, 'GET', 'HTTP/9.9'),
  'a version in small letters → 400 | 400 | 400': to(PATH, 'GET', 'http/1.1'),
  'an unknown protocol → 400 | 400 | 400': to(PATH, 'GET', 'HTTX'),
  'an absolute address → 200 200 | 200 200 | 200 200': to(`http://a${PATH}`),
  'an absolute address of another host → 200 200 | 400 | 200 200': to(`http://evil.example${PATH}`),
  'an absolute address of https → 200 200 | 200 200 | 200 200': to(`https://a${PATH}`),
  'an asterisk → 404 200 | 404 200 | 400': to('*'),
  'OPTIONS of an asterisk → 404 200 | 404 200 | 400': to('*', 'OPTIONS'),
  'TRACE → 404 200 | 404 200 | 405': to('/', 'TRACE'),
  'two slashes → 404 200 | 404 200 | 404 200': to('//evil.example/..'),
  'a fragment → 400 200 | 400 | 400 200': to(`${PATH}#x`),
  'a blank in the path → 400 | 400 | 400': to('/a b'),
  'raw UTF-8 in the path → 400 | 400 | 400 200': to('/\xc3\xa9'),
  'backslashes → 400 | 400 | 400': to('\\..\\..\\etc'),
  'dots above the root → 404 200 | 404 200 | 400': to('/../../../etc/passwd'),
  'NUL in the path → 400 | 400 | 400': to('/a\0b'),
  'a tab in the path → 400 | 400 | 400': to('/a\tb'),
  'an escaped NUL → 404 200 | 404 200 | 404': to('/api/v2/%00'),
  'a broken escape → 400 200 | 400 200 | 400': to('/api/v2/%zz'),
  'an escaped letter → 200 200 | 200 200 | 200 200': to('/api/v2/%61ccounts'),
  'an address of two lists with a hundred ids → 200 200 | 200 200 | 200 200': to(`${PATH}&${TWO_LISTS}`),
  'a path of 20 kB → 414 200 | 414 200 | 414 200': to(`/${'a'.repeat(20_000)}`),
  'a path of 40 kB → 431 | 400 | 431': to(`/${'a'.repeat(40_000)}`),
  'chunks of a GET → 200 200 | 200 200 | 200 200': `${of(CHUNKED)}5\r\nhello\r\n${END}`,
  'chunks and another request → 200 200 200 | 200 200 200 | 200 200 200': `${of(CHUNKED)}${END}${SECOND}`,
  'a chunk with an extension → 200 200 | 200 200 | 200 200': `${of(CHUNKED)}5;x=y\r\nhello\r\n0\r\nTrailer: x\r\n\r\n`,
  'a chunk without a size → 400 | 400 | 400': `${of(CHUNKED)}zz\r\nhello\r\n`,
  'a chunk with a huge size → 400 | 400 | 400': `${of(CHUNKED)}ffffffffffffffffff\r\nhello\r\n`,
  'chunks with bare LF → 400 | 200 200 200 | 200 200 200': `${of(CHUNKED)}0\n\n${SECOND}`,
  'a body of a GET and another request → 200 200 200 | 200 200 200 | 200 200 200': `${of('Content-Length: 5')}hello${SECOND}`,
  'a length beyond numbers → 400 | 400 | 400': of('Content-Length: 99999999999999999999'),
  'a negative length → 400 | 400 | 400': of('Content-Length: -1'),
  'a length with a sign → 400 | 400 | 400': `${of('Content-Length: +5')}hello`,
  'a hexadecimal length → 400 | 400 | 400': `${of('Content-Length: 0x5')}hello`,
  'a length twice → 400 | 200 200 200 | 400': `${of('Content-Length: 5', 'Content-Length: 5')}hello${SECOND}`,
  'two lengths → 400 | 400 | 400': `${of('Content-Length: 5', 'Content-Length: 0')}${SECOND}`,
  'a list of lengths → 400 | 200 200 200 | 400': `${of('Content-Length: 0, 0')}${SECOND}`,
  'a length of chunks → 400 | 200 | 400': `${of('Content-Length: 4', CHUNKED)}${END}`,
  'chunks with a length → 400 | 200 | 400': `${of(CHUNKED, 'Content-Length: 4')}${END}`,
  'an unknown coding → 400 | 400 | 501': `${of('Transfer-Encoding: xchunked')}${END}${SECOND}`,
  'the coding identity → 400 | 400 | 501': `${of('Transfer-Encoding: identity')}${SECOND}`,
  'two codings → 400 | 400 | 400': `${of(CHUNKED, 'Transfer-Encoding: identity')}${END}${SECOND}`,
  'a coding with a blank before its colon → 400 | 400 | 400': `${of('Transfer-Encoding : chunked', 'Content-Length: 5')}${END}`,
  'a coding after a vertical tab → 400 | 400 | 501': `${of('Transfer-Encoding: \x0bchunked', 'Content-Length: 5')}${END}`,
  'a coding on a folded line → 400 | 200 | 400': `${of('Transfer-Encoding:', ' chunked', 'Content-Length: 5')}${END}`,
  'chunks of HTTP/1.0 → 400 | 413 | 400': `GET ${PATH} HTTP/1.0\r\n${CHUNKED}\r\n\r\n${END}${SECOND}`,
  'no Host → 400 | 400 200 | 400': get(),
  'two Hosts → 400 | 400 | 400': get(HOST, 'Host: b'),
  'a Host twice → 400 | 200 200 | 400': get(HOST, HOST),
  'two Hosts and an escaped letter → 400 | 400 | 400': `GET /api/v2/%61ccounts HTTP/1.1\r\n${HOST}\r\nHost: b\r\n\r\n`,
  'a Host with a blank before its colon → 400 | 400 | 400': of('Host : b'),
  'an empty Host → 200 200 | 200 200 | 400': get('Host:'),
  'a Host that is none → 200 200 | 200 200 | 400': get('Host: a/b@c#d'),
  'a Host in raw UTF-8 → 200 200 | 200 200 | 200 200': get('Host: \xc3\xa9'),
  'a folded header → 400 | 200 200 | 400': of('X-A: b', ' c'),
  'a header without a colon → 400 | 400 | 200 200': of('abc'),
  'a header without a name → 400 | 400 | 400': of(': x'),
  'NUL in a header → 400 | 400 200 | 400': of('X-A: a\0b'),
  'a bare CR in a header → 400 | 400 | 400': of('X-A: a\rX-B: c'),
  'a control character in a header → 400 | 400 200 | 200 200': of('X-A: a\x01b'),
  'lines that end in LF → 400 | 200 200 | 200 200': `GET ${PATH} HTTP/1.1\nHost: a\n\n`,
  'empty lines first → 200 200 | 200 200 | 200 200': `\r\n\r\n${of()}`,
  'two blanks in the first line → 200 200 | 200 200 | 200 200': `GET  ${PATH}  HTTP/1.1\r\n${HOST}\r\n\r\n`,
  '3,000 headers → 431 | 400 | 431': of(...Array.from({ length: 3000 }, (_, at) => `a${at}: 1`)),
  '31 kB of tags → 200 200 | 200 200 | 200 200': of(`If-None-Match: ${'"a",'.repeat(7500)}"a"`),
  'Expect: 100-continue → 100 200 200 | 100 200 200 | 100 200 200': of('Expect: 100-continue'),
  'an unknown expectation → 417 200 | 417 200 | 200 200': of('Expect: banana'),
  'two expectations → 100 417 200 | 100 417 200 | 100 400': of('Expect: 100-continue', 'Expect: banana'),
  'an upgrade to WebSocket → 200 | 400 | 200': of(
    'Connection: Upgrade, close',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
  ),
  'an upgrade to HTTP/2 → 200 | 200 | 200': of(
    'Connection: Upgrade, HTTP2-Settings, close',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMA',
  ),
  'a hello of TLS → 400 | 400 | 400': `\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03${'\x11'.repeat(190)}`,
  'a hello of SSH → 400 | 400 | 400': 'SSH-2.0-OpenSSH_9.2\r\n\r\n',
  'a line of the PROXY protocol → 400 | 400 | 400': `PROXY TCP4 192.0.2.1 127.0.0.1 1 2\r\n${of()}`,
  'bytes without meaning → 400 | 400 | 400': `${Array.from({ length: 3000 }, (_, at) => String.fromCharCode((at * 37) % 256)).join('')}\r\n\r\n`,
  'an unknown method → 400 | 400 200 | 400 200': to(PATH, 'FOO'),
  'a method in small letters → 400 | 400 200 | 400': to(PATH, 'get'),
  'HEAD → 200 200 | 200 200 | 200 200': to(PATH, 'HEAD'),
  'DELETE with two Hosts → 400 | 400 | 400': `DELETE ${PATH} HTTP/1.1\r\n${HOST}\r\nHost: b\r\n\r\n`,
  'Connection names other headers → 200 200 | 200 200 | 200 200': of(
    'Connection: host, x-forwarded-for, keep-alive',
  ),
  'a compressed body → 200 200 | 200 200 | 200 200': `${of('Content-Encoding: gzip', 'Content-Length: 3')}abc`,
  'a range of a page → 200 200 | 200 200 | 200 200': of('Range: bytes=0-3'),
  'another method in a header → 200 200 | 200 200 | 200 200': of('X-HTTP-Method-Override: DELETE'),
  'an Accept that is none → 200 200 | 200 200 | 200 200': of('Accept: \xff\xfe,,;q='),
  'preferences that are none → 200 200 | 200 200 | 200 200': of('Prefer: wait=1e9, wait=-1, wait="\\'),
  'a minimum height beyond numbers → 400 200 | 400 200 | 400 200': of(
    'X-Min-Block-Height: 99999999999999999999999',
  ),
  'tags that are none → 304 200 | 304 200 | 200 200': of('If-None-Match: W/\x22, *, "'),
  'a second request → 200 200 200 | 200 200 200 | 200 200 200': `${of()}${SECOND}`,
}
