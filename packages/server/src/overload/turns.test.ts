import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Overload } from './protect-service.ts'

/** Work that awaits a turn, and whose turn that is. Work for others must not be here. */
const WORK = {
  'http/rereads.ts': 'a client is told of a change of its own page',
  'overload/request-queue.ts': 'the next step of a reading of that client',
}

test('only work of one client awaits a turn of that client', () => {
  const folder = join(import.meta.dirname, '..')
  const files = globSync('**/*.ts', { cwd: folder }).filter(file => !file.endsWith('.test.ts'))
  const awaiting = files.filter(file => /\.turn\(/.test(readFileSync(join(folder, file), 'utf8')))
  expect(awaiting.map(file => file.replaceAll('\\', '/')).sort()).toEqual(Object.keys(WORK))
})

test('a response whose bytes cannot be counted is refused, on any route', async () => {
  const app = Fastify()
  new Overload().countResponses(app)
  app.get('/stream', (_, reply) => reply.send(new Blob(['x']).stream()))
  app.get('/text', () => 'x')
  expect((await app.inject('/stream')).statusCode).toBe(500)
  expect((await app.inject('/text')).statusCode).toBe(200)
  await app.close()
})
