import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '@trading-network/test/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRecorder } from '../balancer/recorder.ts'
import { FrontProxy, missing, quoted } from './front-proxy.ts'

const FILE = 'nginx/authentication.conf'
const LIST = '/api/v2/accounts'
const absent = missing('nginx', 'openssl')

/** Makes an authority in a folder, and keys with certificates that it signs. */
function makeCertificates(folder: string, ...names: readonly string[]): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=authority')
  for (const name of names) {
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=DNS:localhost']
    const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`]
    openssl('req', '-x509', ...key, ...signed, ...files)
  }
}

describe.skipIf(absent)(`deploy/${FILE} ${absent}`, () => {
  let folder: string
  const read = (name: string) => readFileSync(join(folder, name))
  let service: Awaited<ReturnType<typeof startRecorder>>
  let proxy: FrontProxy
  let port: number

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trading-network-certificates-'))
    makeCertificates(folder, 'server', 'client')
    writeFileSync(join(folder, 'tokens'), '"Bearer right" 1;\n')
    service = await startRecorder(200)
    port = await freePort()
    proxy = FrontProxy.nginx(FILE, {
      '127.0.0.1:8000': new URL(service.url).host,
      'listen 443': `listen 127.0.0.1:${port}`,
      '/etc/nginx/network-tokens': quoted(folder, 'tokens'),
      '/etc/nginx/network-clients.pem': quoted(folder, 'ca.pem'),
      '/etc/nginx/network.pem': quoted(folder, 'server.pem'),
      '/etc/nginx/network.key': quoted(folder, 'server.key'),
    })
    await proxy.answers(() => ask({ path: '/ready' }))
  })
  afterAll(async () => {
    await proxy.stop()
    service.close()
    rmSync(folder, { recursive: true })
  })

  /** Sends a request over TLS; returns its status and headers. */
  function ask(options: RequestOptions) {
    const { promise, resolve, reject } = Promise.withResolvers<{
      status?: number
      headers: object
      body: string
    }>()
    const tls = { host: 'localhost', port, ca: read('ca.pem'), agent: false, path: LIST } as const
    request({ ...tls, ...options }, async response => {
      const body = await text(response)
      resolve({ status: response.statusCode!, headers: response.headers, body })
    })
      .once('error', reject)
      .end()
    return promise
  }

  it('admits a client with a token, and keeps the token from the service', async () => {
    const before = service.arrived.length
    const headers = { authorization: 'Bearer right', 'x-forwarded-host': 'evil.example' }
    expect((await ask({ headers })).status).toBe(200)
    expect(service.arrived).toHaveLength(before + 1)
    expect(service.arrived[before]?.headers).not.toHaveProperty('authorization')
    expect(service.arrived[before]?.headers).not.toHaveProperty('x-forwarded-host')
    expect(service.arrived[before]?.headers['x-forwarded-proto']).toBe('https')
  })

  it('admits a client with a certificate of the authority', async () => {
    expect((await ask({ cert: read('client.pem'), key: read('client.key') })).status).toBe(200)
  })

  it('refuses everyone else with 401, before the service', async () => {
    const before = service.arrived.length
    const refused = [await ask({}), await ask({ headers: { authorization: 'Bearer wrong' } })]
    for (const { status, headers, body } of refused) {
      expect([status, headers]).toEqual([401, expect.objectContaining({ 'www-authenticate': 'Bearer' })])
      expect(JSON.parse(body)).toMatchObject({ code: 16, details: [] })
    }
    expect((await ask({ path: `/ready/..${LIST}` })).status).toBe(401)
    expect(service.arrived).toHaveLength(before)
  })

  it('admits the first request of a browser (OPTIONS), and probes', async () => {
    expect((await ask({ method: 'OPTIONS' })).status).toBe(200)
    expect((await ask({ path: '/ready' })).status).toBe(200)
  })

  it('speaks HTTP/2', async () => {
    const session = connect(`https://localhost:${port}`, { ca: read('ca.pem') })
    const stream = session.request({ ':path': LIST, authorization: 'Bearer right' })
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
    stream.once('response', headers => resolve(headers[':status'])).once('error', reject)
    stream.resume()
    expect(await promise).toBe(200)
    session.destroy()
  })
})
