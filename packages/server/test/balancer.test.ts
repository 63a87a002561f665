import { once } from 'node:events'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { simulate } from '@trading-network/simulator'
import { freePort } from '@trading-network/test/postgres'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Balancer, certificateIn, missingHaproxy } from './balancer/haproxy.ts'
import { startRecorder } from './balancer/recorder.ts'
import { Command } from './command.ts'
import { newDatabase } from './database.ts'
import { missing } from './deploy/front-proxy.ts'
import { requireBody } from './recorder/recorded.ts'
import { ingestInto } from './running.ts'

const ACCOUNTS = '/api/v2/accounts?pagination.first=50'

const absent = missingHaproxy()
const absentForTls = missing('openssl')

/** Sends a request on a connection of HTTP/2, and reads the whole response. */
async function ask(session: ClientHttp2Session, path: string, headers: Record<string, string> = {}) {
  const stream = session.request({ ':path': path, ...headers })
  const [received] = (await once(stream, 'response')) as [IncomingHttpHeaders]
  return { headers: received, body: await buffer(stream) }
}

describe.skipIf(absent)(`deploy/haproxy.cfg ${absent}`, () => {
  let database: string
  let release: () => Promise<void>
  beforeAll(async () => {
    ;({ database, release } = await newDatabase('sqlite'))
    await ingestInto(database, simulate({ seed: 17, blocks: 60, scale: 1 }))
  })
  afterAll(() => release())

  describe('in front of two servers of one database', () => {
    let one: Command
    let two: Command
    let balancer: Balancer
    const serving = (port: string | number) =>
      new Command(['serve', '--no-docs', '--database', database, '--port', String(port)], '.')

    beforeAll(async () => {
      one = serving(0)
      two = serving(0)
      balancer = await Balancer.start([await one.url(), await two.url()])
    })
    afterAll(async () => {
      await balancer.stop()
      await Promise.all([one.interrupt(), two.interrupt()])
    })

    it('passes the answers on, compressed for whoever takes that, and not again while they are the same', async () => {
      const plain = await fetch(balancer.url + ACCOUNTS, { headers: { 'accept-encoding': 'identity' } })
      const packed = await fetch(balancer.url + ACCOUNTS, { headers: { 'accept-encoding': 'gzip' } })
      expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([
        null,
        'gzip',
      ])
      expect(packed.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
      expect(await packed.text()).toBe(await plain.text())

      const tag = packed.headers.get('etag') ?? ''
      expect(tag).toMatch(/^W\/"/)
      expect(plain.headers.get('etag')).toBe(tag)
      expect(packed.headers.get('x-block-height')).toBe('60')
      const headers = { 'if-none-match': tag, 'accept-encoding': 'gzip' }
      const again = await fetch(balancer.url + ACCOUNTS, { headers })
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
    })

    it('answers every request while one server is killed, comes back, and the other is ended in order', async () => {
      const statuses = new Map<number, number>()
      let over = false
      const load = [1, 2, 3, 4, 5, 6].map(async () => {
        while (!over) {
          const answer = await fetch(balancer.url + ACCOUNTS)
          await requireBody(ACCOUNTS, answer.status, await answer.json())
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          await wait(10)
        }
      })
      const port = new URL(await one.url()).port
      const otherPort = new URL(await two.url()).port
      await wait(200)
      one.process.kill('SIGKILL')
      await one.ended()
      await wait(500)
      one = serving(port)
      await one.url()
      // The balancer checks once per second, then sends requests again.
      await wait(1200)
      await two.interrupt()
      await wait(500)
      two = serving(otherPort)
      await two.url()
      await wait(1200)
      while ((statuses.get(200) ?? 0) <= 100) await wait(50)
      over = true
      await Promise.all(load)
      expect([...statuses.keys()]).toEqual([200])
    })

    it.skipIf(absentForTls)(
      `serves HTTP/2 over TLS: many requests wait on one connection, beside others, and all is compressed ${absentForTls}`,
      async () => {
        const [url, listen] = [await one.url(), `127.0.0.1:${await freePort()}`]
        const balancer = await Balancer.start([url, url], {
          CERTIFICATE: certificateIn(dirname(database)),
          LISTEN_TLS: listen,
        })
        const session = connect(`https://${listen}`, { rejectUnauthorized: false })
        onTestFinished(async () => {
          session.destroy()
          await balancer.stop()
        })
        const { headers, body } = await ask(session, ACCOUNTS, { 'accept-encoding': 'gzip' })
        expect([session.alpnProtocol, headers['content-encoding']]).toEqual(['h2', 'gzip'])
        const plain = await ask(session, ACCOUNTS)
        expect(gunzipSync(body).equals(plain.body)).toBe(true)

        const waiting = { prefer: 'wait=40', 'if-none-match': String(headers.etag) }
        const held = Array.from({ length: 50 }, () => ask(session, ACCOUNTS, waiting))
        held.push(ask(session, ACCOUNTS, { prefer: 'wait=40', 'x-min-block-height': '80' }))
        expect((await ask(session, ACCOUNTS)).headers[':status']).toBe(200)
        await ingestInto(database, simulate({ seed: 17, blocks: 80, scale: 1 }))
        for (const one of held)
          expect((await one).headers).toMatchObject({ ':status': 200, 'x-block-height': '80' })
      },
    )
  })

  describe('between clients and servers', () => {
    let refusing: Awaited<ReturnType<typeof startRecorder>>
    let taking: Awaited<ReturnType<typeof startRecorder>>
    let balancer: Balancer
    beforeAll(async () => {
      refusing = await startRecorder(503)
      taking = await startRecorder(200)
      balancer = await Balancer.start([refusing.url, taking.url])
    })
    afterAll(async () => {
      await balancer.stop()
      refusing.close()
      taking.close()
    })

    it('tries a GET that is answered 503 on the other server, and nothing but a GET', async () => {
      for (let request = 0; request < 10; request += 1)
        expect((await fetch(balancer.url + ACCOUNTS)).status).toBe(200)
      expect(refusing.arrived.length).toBeGreaterThan(0)
      expect(taking.arrived).toHaveLength(10)

      const posts: number[] = []
      for (let request = 0; request < 10; request += 1)
        posts.push((await fetch(balancer.url + ACCOUNTS, { method: 'POST' })).status)
      expect(new Set(posts)).toEqual(new Set([200, 503]))
    })

    it('tells the servers who asks, whatever the client claims, and passes on what is for them', async () => {
      const before = taking.arrived.length
      const claims = {
        'x-forwarded-for': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'ftp',
      }
      const meant = { 'x-min-block-height': '42', 'x-request-id': 'mine', 'if-none-match': 'W/"7"' }
      await fetch(balancer.url + ACCOUNTS, { headers: { ...claims, ...meant } })
      const { headers } = taking.arrived[before]!
      expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http', ...meant })
      expect(headers).not.toHaveProperty('forwarded')
      expect(headers).not.toHaveProperty('x-forwarded-host')
      await fetch(balancer.url + ACCOUNTS)
      expect(taking.arrived.at(-1)?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    })
  })

  it('goes on with busy servers, which answer health checks late', async () => {
    const servers = [await startRecorder(200, 1500), await startRecorder(200, 1500)] as const
    const balancer = await Balancer.start([servers[0].url, servers[1].url])
    for (const { checks } of servers) await expect.poll(checks).toBeGreaterThan(3)
    expect((await fetch(balancer.url + ACCOUNTS)).status).toBe(200)
    await balancer.stop()
    for (const server of servers) server.close()
  })

  it('passes a refusal of all servers on, and speaks for them when none is left', async () => {
    const servers = [await startRecorder(503), await startRecorder(503)] as const
    const balancer = await Balancer.start([servers[0].url, servers[1].url])
    const refused = await fetch(balancer.url + ACCOUNTS)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '7'])

    for (const server of servers) server.close()
    // Until then it may close a connection that it has used before.
    let alone: Response | undefined
    while (!alone) alone = await fetch(balancer.url + ACCOUNTS).catch(() => undefined)
    await requireBody(ACCOUNTS, alone.status, await alone.json())
    expect([alone.status, alone.headers.get('retry-after')]).toEqual([503, '1'])
    expect(alone.headers.get('access-control-allow-origin')).toBe('*')
    await balancer.stop()
  })
})
