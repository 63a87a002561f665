import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Packed, packedList, tagOf } from '../src/release/upload.ts'
import { type Registry, startRegistry } from './registry.ts'

const run = promisify(execFile)
const script = fileURLToPath(new URL('../src/release/upload.ts', import.meta.url))

let folder: string
let registry: Registry

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'upload-'))
  registry = await startRegistry()
})

afterAll(() => {
  registry.close()
  rmSync(folder, { recursive: true })
})

async function packed(name: string, version: string): Promise<Packed> {
  const source = join(folder, `${name}-${version}`)
  mkdirSync(source)
  const text = JSON.stringify({ name: `@trading-network/${name}`, version })
  writeFileSync(join(source, 'package.json'), text)
  await run('pnpm', ['pack', '--pack-destination', folder], { cwd: source })
  const file = `trading-network-${name}-${version}.tgz`
  return { name: `@trading-network/${name}`, version, file }
}

async function upload(packages: readonly Packed[], ...options: string[]): Promise<string> {
  writeFileSync(join(folder, packedList), JSON.stringify(packages))
  const { stdout } = await run(process.execPath, [script, folder, '--registry', registry.url, ...options])
  return stdout
}

it('publishes each version once, a beta under its own tag', async () => {
  const first = await packed('one', '1.0.0')
  await upload([first])
  expect(await upload([first])).not.toContain('publishing')
  await upload([first, await packed('one', '1.1.0-beta.0')])
  expect(await registry.tags('@trading-network/one')).toEqual({ latest: '1.0.0', beta: '1.1.0-beta.0' })
})

it.each([
  ['1.0.0', undefined, 'latest'],
  ['1.0.1', '1.0.0', 'latest'],
  ['1.10.0', '1.9.0', 'latest'],
  ['1.9.1', '1.10.0', 'v1.9'],
  ['2.1.2', '3.0.0', 'v2.1'],
  ['3.0.0', '3.0.0-beta.1', 'latest'],
  ['2.0.1', '3.0.0-beta.1', 'v2.0'],
  ['3.0.0-beta.1', '2.1.0', 'beta'],
] as const)('%s gets its tag beside latest %s: %s', (version, latest, tag) => {
  expect(tagOf(version, latest)).toBe(tag)
})

it('keeps latest for the newest version when an older line gets a hotfix', async () => {
  for (const version of ['2.1.1', '2.2.0', '2.1.2']) await upload([await packed('lines', version)])
  expect(await registry.tags('@trading-network/lines')).toEqual({ latest: '2.2.0', 'v2.1': '2.1.2' })
})

it('leaves a staged version to a person', async () => {
  expect(await upload([await packed('one', '1.1.0')], '--stage')).toContain(
    'staging @trading-network/one 1.1.0',
  )
  expect(registry.staged).toEqual(['@trading-network/one'])
  expect(await registry.tags('@trading-network/one')).toMatchObject({ latest: '1.0.0' })
})

it('stops when the registry does not answer', async () => {
  const packages = [await packed('three', '1.0.0'), await packed('two', '1.0.0')]
  writeFileSync(join(folder, packedList), JSON.stringify(packages))
  const args = [script, folder, '--registry', 'http://127.0.0.1:9/']
  const env = { ...process.env, PNPM_CONFIG_FETCH_RETRIES: '0' }
  await expect(run(process.execPath, args, { env })).rejects.toThrow(/the registry does not tell/)
})
