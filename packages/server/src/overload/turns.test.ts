import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Overload } from './protect-service.ts'

const folder = join(import.meta.dirname, '..')
const sources = globSync('**/*.ts', { cwd: folder })
  .filter(file => !file.endsWith('.test.ts'))
  .map(file => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')] as const)
const filesWith = (pattern: RegExp) =>
  sources
    .filter(([, text]) => pattern.test(text))
    .map(([file]) => file)
    .sort()

test('only work of one client waits for a turn of that client', () => {
  // A turn of a client is asked for by its own requests, and to tell it of a change.
  expect(filesWith(/queue\.(step|start|turnsOf)\(|Queue\.(step|start)\(/)).toEqual([
    'http/rereads.ts',
    'http/waiting-requests.ts',
    'overload/protect-service.ts',
  ])
  // Readings await the turns that they are given, and nobody else does.
  expect(filesWith(/\bturns(Of\([^\n]*\))?\??\.next\(\)/)).toEqual([
    'http/site.ts',
    'store/postgres/reader.ts',
    'store/sqlite/long-readings.ts',
  ])
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
