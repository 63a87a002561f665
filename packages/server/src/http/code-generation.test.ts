import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { operations } from '../network/open-network.ts'
import { createHttp } from './app.ts'

/** Each compiled text, with the package that compiled it. */
const compiled: { text: string; by: string }[] = []
const OriginalFunction = globalThis.Function

/** Sees only code that uses the global name, as libraries do. */
globalThis.Function = new Proxy(OriginalFunction, {
  construct: (target, args: string[]) => record(target, args),
  apply: (target, _, args: string[]) => record(target, args),
})
function record(target: FunctionConstructor, args: string[]) {
  const [, by = 'unknown'] =
    /node_modules\/((?:@[\w.-]+\/)?[\w.-]+)\/(?!node_modules)[^\n]*/.exec(
      new Error().stack?.replaceAll(/node_modules\/\.pnpm\/[^/]+\//g, '') ?? '',
    ) ?? []
  compiled.push({ text: args.join('\n'), by })
  return target(...args)
}

const folder = mkdtempSync(join(tmpdir(), 'compiled-'))
afterAll(() => {
  globalThis.Function = OriginalFunction
  rmSync(folder, { recursive: true })
})

it('code is made of the names of the contract when the service starts, and of nothing that a client sends', async () => {
  mkdirSync(join(folder, '_astro'))
  for (const page of ['index.html', '404.html']) writeFileSync(join(folder, page), page)
  const block = { height: '1', timestamp: '2', state: 'a' }
  const app = createHttp({
    operations,
    answer: () => ({ body: '{}', block, etag: 'e' }),
    head: () => block,
    site: folder,
  })
  await app.ready()
  // The router compiles the object of a path's parameters.
  expect(new Set(compiled.map(({ by }) => by))).toEqual(new Set(['find-my-way']))
  const names = operations.flatMap(({ path }) => path.match(/(?<=\{)[^}]+/g) ?? [])
  expect(names.filter(name => !compiled.some(({ text }) => text.includes(name)))).toEqual([])

  const atStart = compiled.length
  const requests = operations.flatMap(({ path }) => {
    const url = path.replace(/\{.*?\}/, 'ab'.repeat(32))
    return [url, `${url}?pagination.first=1`, `${url}?"];alert(1)//=1`, path.replace(/\{.*?\}/, '"+1+"')]
  })
  for (const url of [...requests, '/', '/nothing', '/health', '/%zz', '/__proto__']) {
    for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
      await app.inject({ method, url, headers: { accept: 'text/html', origin: 'null' } })
    }
  }
  await app.close()
  expect(compiled.slice(atStart)).toEqual([])
})
