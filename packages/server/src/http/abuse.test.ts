import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../network/open-network.ts'
import { createHttp } from './app.ts'

const SECRET = 'not for you'
const PAGE = '/api/v2/accounts'

let folder: string
let app: FastifyInstance
const asked: string[] = []
const logged: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'abuse-'))
  const site = join(folder, 'dist')
  mkdirSync(join(site, 'enums'), { recursive: true })
  for (const page of ['index.html', '404.html', 'enums/index.html']) writeFileSync(join(site, page), page)
  for (const file of ['secret.txt', 'dist/.env', 'dist-of-others.txt'])
    writeFileSync(join(folder, file), SECRET)
  const block = { height: '1', timestamp: '2', state: 'a' }
  app = createHttp({
    operations,
    answer: ({ operationId }, query) => {
      asked.push(operationId)
      return { body: JSON.stringify(query), block, etag: 'e' }
    },
    head: () => block,
    logger: { level: 'info', stream: { write: (line: string) => void logged.push(line) } },
    site,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

/** Sends raw bytes and reads until the service closes the connection. Returns the responses in order. */
async function exchange(request: string): Promise<string[]> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(Buffer.from(request, 'latin1'))
  const answers = await text(socket)
  return answers.split(/(?=HTTP\/1\.1 \d)/).filter(answer => answer !== '')
}

const END = '\r\nhost: a\r\nconnection: close\r\n\r\n'
const statusOf = (answer = '') => Number(answer.split(' ')[1])
const headersOf = (answer = '') => answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase()

describe('no path leads out of the site', () => {
  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '/..%c0%afsecret.txt',
    '/..\\secret.txt',
    '/..%5csecret.txt',
    '/enums/..%2f..%2fsecret.txt',
    '/enums/../../secret.txt',
    '/../dist-of-others.txt',
    '-of-others.txt',
    '//etc/passwd',
    '/%2fetc%2fpasswd',
    '/file:///etc/passwd',
    'file:///etc/passwd',
    '/index.html%00.txt',
    '/..%00/secret.txt',
    '/.env',
    '/%2eenv',
    '/enums/%2e%2e/.env',
  ])('%s', async path => {
    const [answer = '', ...more] = await exchange(`GET ${path} HTTP/1.1${END}`)
    expect([400, 404]).toContain(statusOf(answer))
    expect(answer).not.toContain('FST_')
    expect(answer).not.toContain(SECRET)
    expect(answer).not.toContain('root:')
    expect(more).toEqual([])
  })

  it.each(['/enums', '//enums', '/\\enums', '/enums?next=//evil.example', '//evil.example/../enums'])(
    '%s is led to no other host',
    async path => {
      const [answer] = await exchange(`GET ${path} HTTP/1.1${END}`)
      const [, location = '/'] = /\r\nlocation: (.*)\r\n/i.exec(answer ?? '') ?? []
      expect(location).toMatch(/^\/($|[^/\\])/)
    },
  )
})

it('the body of a GET, which has a length, is skipped', async () => {
  asked.length = 0
  const hidden = `GET /api/v2/stoporders HTTP/1.1\r\nhost: a\r\n\r\n`
  const head = `GET ${PAGE} HTTP/1.1\r\nhost: a\r\ncontent-length: ${hidden.length}\r\n\r\n`
  const answers = await exchange(`${head}${hidden}GET /health HTTP/1.1${END}`)
  expect(answers.map(statusOf)).toEqual([200, 200])
  expect(asked).toEqual(['listAccounts'])
})

it('CONNECT and Upgrade make no tunnel', async () => {
  expect(await exchange(`CONNECT 127.0.0.1:1 HTTP/1.1${END}`)).toEqual([])
  const upgrade = `GET ${PAGE} HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade, close\r\n\r\n`
  expect((await exchange(upgrade)).map(statusOf)).toEqual([200])
})

describe('text of a request makes no header and no log line', () => {
  const hostile = [
    '\r\nx-evil: 1',
    '\nx-evil: 1',
    '\rx-evil: 1',
    '%0d%0ax-evil: 1',
    '\u0000',
    '\u0007',
    'é\u009d',
  ]
  const places: [string, (text: string) => string][] = [
    ['the path', text => `GET /${encoded(text)} HTTP/1.1${END}`],
    ['a page without its slash', text => `GET /enums?${encoded(text)} HTTP/1.1${END}`],
    ['an id', text => `GET /api/v2/order/${encoded(text)} HTTP/1.1${END}`],
    ['a name', text => `GET ${PAGE}?${encoded(text)}=1 HTTP/1.1${END}`],
    ['a value', text => `GET ${PAGE}?pagination.first=${encoded(text)} HTTP/1.1${END}`],
    ['Origin', text => `GET ${PAGE} HTTP/1.1\r\norigin: https://a.example${text}${END}`],
    ['a preflight', text => `OPTIONS ${PAGE} HTTP/1.1\r\naccess-control-request-method: GET${text}${END}`],
    ['the headers of a preflight', text => preflight(`x${text}`)],
    ['If-None-Match', text => `GET ${PAGE} HTTP/1.1\r\nif-none-match: "x"${text}${END}`],
    ['X-Min-Block-Height', text => `GET ${PAGE} HTTP/1.1\r\nx-min-block-height: 1${text}${END}`],
    [
      'a request id',
      text => `GET ${PAGE}?x=1 HTTP/1.1\r\nx-request-id: 1${text}\r\nrequest-id: 1${text}${END}`,
    ],
    ['the host', text => `GET ${PAGE}?x=1 HTTP/1.1\r\nhost: a${text}\r\nconnection: close\r\n\r\n`],
  ]
  const encoded = (text: string) => text.replaceAll(/[^!-~]/g, byte => encodeURIComponent(byte))
  const preflight = (text: string) =>
    `OPTIONS ${PAGE} HTTP/1.1\r\naccess-control-request-method: GET\r\n` +
    `access-control-request-headers: ${text}${END}`

  it.each(places)('given as %s', async (_, request) => {
    for (const text of hostile) {
      logged.length = 0
      const [answer, ...more] = await exchange(request(text))
      expect(statusOf(answer)).toBeLessThan(500)
      expect(more).toEqual([])
      expect(headersOf(answer)).not.toMatch(/^x-evil/m)
      // Every line is one object of our own. Client text appears only inside its strings.
      for (const line of logged) {
        expect(line.trimEnd()).toMatch(/^[^\n\r]*$/)
        expect(Object.keys(JSON.parse(line) as object)).not.toContain('x-evil')
      }
    }
  })
})
