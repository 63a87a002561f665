import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '../src/http/app.ts'
import { WaitingRequests } from '../src/http/waiting-requests.ts'
import { operations } from '../src/network/open-network.ts'
import { Overload } from '../src/overload/protect-service.ts'
import { everyPath } from './routes.ts'
import { scratchFolder } from './scratch.ts'

const NOTHING = { connections: 0, requests: 0, places: 0, waiting: 0, bytes: 0 }
const block = { height: '1', timestamp: '2', state: 'a' }
const { folder } = scratchFolder()
for (const file of ['index.html', '404.html', 'search.json']) writeFileSync(join(folder, file), 'x')

/** Readings of the database that have begun. They end when the test says so. */
const reading: (() => void)[] = []
/** As a database behind a socket: no reading ends in the turn in which it has begun. */
async function read<Value>(value: Value): Promise<Value> {
  await new Promise<void>(resolve => void reading.push(resolve))
  return value
}
let begun = 0
const network = {
  answer: () => {
    begun += 1
    return read({ body: '{}', block, etag: 'e' })
  },
  head: () => read(block),
}
const overload = new Overload()
const waiting = new WaitingRequests(network, { overload })
const app = createHttp({ operations, ...network, waiting, overload, site: folder })
let port = 0
beforeAll(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  const closed = app.close()
  await endReadingsUntil(closed)
})

async function endReadingsUntil(done: Promise<unknown>): Promise<void> {
  const ending = setInterval(() => reading.splice(0).forEach(end => void end()), 1)
  await done.finally(() => clearInterval(ending))
}

const paths = everyPath(folder)

const get = (path: string, headers = '', method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`
const LAST = 'connection: close\r\n'
const WAIT = `if-none-match: "e"\r\nprefer: wait=1\r\n${LAST}`

/** Sends requests from three clients: one reads all, one leaves as soon as it has sent them, one while the database reads. */
async function send(sent: string): Promise<void> {
  const dial = () => connect(port, '127.0.0.1').on('error', () => undefined)
  const [client, hasty, early] = [dial().resume(), dial(), dial()]
  const closed = once(client, 'close')
  client.write(sent)
  hasty.write(sent, () => hasty.destroy())
  early.write(sent)
  if (early.connecting) await once(early, 'connect')
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  early.destroy()
  await endReadingsUntil(closed)
}
const allEnds = () =>
  endReadingsUntil(expect.poll(() => overload.accounts.held, { interval: 1 }).toEqual(NOTHING))

test.each(paths)('%s: each place and each request has an end, however its client leaves', async path => {
  await send(get(path, LAST))
  await send(get(path, LAST, 'HEAD'))
  await send(get(path).repeat(3) + get(path, LAST))
  await allEnds()
})

test('each wait has an end, on any path', async () => {
  await Promise.all(paths.map(path => send(get(path, WAIT))))
  await allEnds()
})

test('nothing is read for clients that leave before their turn', async () => {
  begun = 0
  const sockets = Array.from({ length: 40 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  for (const [size, socket] of sockets.entries())
    socket.write(get(`/api/v2/accounts?pagination.first=${1 + size}`))
  await expect.poll(() => overload.accounts.held).toMatchObject({ requests: 40, places: 16 })
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => overload.accounts.held).toMatchObject({ requests: 0, places: 16 })
  for (; overload.accounts.held.places > 0; await new Promise(setImmediate))
    for (const end of reading.splice(0)) end()
  expect(begun).toBe(16)
})
