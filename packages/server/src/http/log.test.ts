import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createHttp, type HttpOptions } from './app.ts'
import { loggerOptions } from './log.ts'

const block = { height: '41', timestamp: '2', state: 'a' }

/** Returns the log lines of requests for these paths. */
async function logged(paths: readonly string[], answer: HttpOptions['answer'], level = 'info') {
  const stream = new PassThrough()
  const app = createHttp({
    operations: [{ operationId: 'list', path: '/list', parameters: [] }],
    answer,
    head: () => block,
    logger: { ...(loggerOptions(level) as object), stream },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { 'x-request-id': 'its-id' }
  for (const path of paths) await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).arrayBuffer()
  await app.close()
  const lines = String(stream.read() ?? '').split('\n')
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as Record<string, unknown>)
}

const answer = () => ({ body: '{}', block, etag: 'e' })
const failing = () => {
  const cause = new Error('no way to postgres://reader:s3cret@db/network?sslpassword=s3cret')
  throw Object.assign(new Error('cannot read', { cause }), { client: { password: 's3cret' }, code: 'XX' })
}

test('a request is one line, when it has been answered', async () => {
  const [, ...lines] = await logged(['/list?id=1', '/nowhere', '/%zz'], answer)
  const requests = lines.filter(({ msg }) => msg === 'answered')
  const common = { level: 30, reqId: 'its-id', method: 'GET', client: '127.0.0.1', height: '41' }
  expect(requests).toEqual(
    [
      { path: '/list', operation: 'list', status: 400 },
      { path: '/nowhere', status: 404 },
      { path: '/%zz', status: 400 },
    ].map(line => expect.objectContaining({ ...common, ...line, ms: expect.any(Number) })),
  )
})

test('below the level of info nothing is said of requests', async () => {
  expect(await logged(['/list', '/nowhere'], answer, 'warn')).toEqual([])
})

test('what is wrong with the service is said in full, without its secrets', async () => {
  const [line, ...others] = await logged(['/list'], failing, 'error')
  expect(others).toEqual([])
  expect(line).toMatchObject({
    level: 50,
    reqId: 'its-id',
    err: {
      type: 'Error',
      message: 'cannot read',
      code: 'XX',
      stack: expect.stringContaining('log.test.ts'),
      cause: { message: 'no way to postgres://reader:***@db/network?sslpassword=***' },
    },
  })
  expect(JSON.stringify(line)).not.toContain('s3cret')
})

test('causes without end are cut', async () => {
  const endless = new Error('again')
  endless.cause = endless
  const [line] = await logged(
    ['/list'],
    () => {
      throw endless
    },
    'error',
  )
  expect(JSON.stringify(line).match(/"message":"again"/g)).toHaveLength(6)
})
