import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { validRange } from 'semver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishedOf, tagOf } from '../src/release/upload.ts'
import { type Registry, startRegistry } from './registry.ts'

const run = promisify(execFile)
// `npm stage` is newer than the npm that Node 20 and 22 bring.
const NPM = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))
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

interface Packed {
  name: string
  version: string
  tarball: { path: string }
}

async function packed(name: string, version: string): Promise<Packed> {
  const source = join(folder, `${name}-${version}`, 'package')
  mkdirSync(source, { recursive: true })
  const text = JSON.stringify({ name: `@trading-network/${name}`, version })
  writeFileSync(join(source, 'package.json'), text)
  const path = `${name}-${version}.tgz`
  await run('tar', ['-czf', join(folder, path), '-C', join(source, '..'), 'package'])
  return { name: `@trading-network/${name}`, version, tarball: { path } }
}

/** Runs the script as the workflow does: npm alone, with a person's settings. */
async function upload(packages: readonly Packed[], command = ['publish'], npmrc = registry.npmrc) {
  writeFileSync(join(folder, 'publish-plan.json'), JSON.stringify({ version: 1, plan: [packages] }))
  writeFileSync(join(folder, '.npmrc'), npmrc)
  // npm reads the settings of the nearest folder with one of these, or with node_modules.
  writeFileSync(join(folder, 'package.json'), '{}')
  // The home of the user may be read-only.
  const own = { npm_config_cache: join(folder, 'cache'), npm_config_logs_max: '0' }
  const env = { ...process.env, ...own, PATH: `${NPM}${delimiter}${process.env.PATH}` }
  const { stdout } = await run(process.execPath, [script, '.', ...command], { cwd: folder, env })
  return stdout
}

it('publishes each version once, a beta and a hotfix of an older line under tags of their own', async () => {
  const first = await packed('one', '1.0.0')
  expect(await upload([first])).toContain('publish @trading-network/one 1.0.0')
  expect(await upload([first])).toBe('')
  await upload([first, await packed('one', '1.1.0-beta.0'), await packed('one', '0.9.1')])
  expect(await registry.tags('@trading-network/one')).toEqual({
    latest: '1.0.0',
    beta: '1.1.0-beta.0',
    'release-0.9': '0.9.1',
  })
})

it.each([
  ['1.0.0', {}, 'latest'],
  ['1.0.1', { latest: '1.0.0' }, 'latest'],
  ['1.10.0', { latest: '1.9.0' }, 'latest'],
  ['1.9.1', { latest: '1.10.0' }, 'release-1.9'],
  ['2.1.2', { latest: '3.0.0' }, 'release-2.1'],
  ['3.0.0', { latest: '3.0.0-beta.1', beta: '3.0.0-beta.1' }, 'latest'],
  ['2.0.1', { latest: '3.0.0-beta.1' }, 'release-2.0'],
  ['3.0.0-beta.1', { latest: '2.1.0' }, 'beta'],
  ['3.0.0-beta.10', { latest: '2.1.0', beta: '3.0.0-beta.9' }, 'beta'],
  ['2.2.0-beta.0', { latest: '2.1.0', beta: '3.0.0-beta.1' }, 'release-2.2-beta'],
])('%s gets its tag beside %o: %s', (version, tags, tag) => {
  expect(tagOf(version, tags)).toBe(tag)
  // npm refuses a tag that is a range of versions.
  expect(validRange(tag)).toBeNull()
})

it('leaves a staged version to a person', async () => {
  await upload([await packed('staged', '1.0.0')])
  expect(await upload([await packed('staged', '1.1.0')], ['stage', 'publish'])).toContain(
    'stage publish @trading-network/staged 1.1.0',
  )
  expect(registry.staged).toEqual(['@trading-network/staged@1.1.0'])
  expect(await registry.tags('@trading-network/staged')).toMatchObject({ latest: '1.0.0' })
})

it('goes on with a release of which some packages are staged', async () => {
  const names = ['first', 'second', 'third']
  await upload(await Promise.all(names.map(name => packed(name, '1.0.0'))))
  const next = await Promise.all(names.map(name => packed(name, '1.1.0')))
  await upload(next.slice(0, 1), ['stage', 'publish'])
  const said = await upload(next, ['stage', 'publish'])
  expect(said).toContain('first 1.1.0 is staged already')
  expect(registry.staged).toEqual(expect.arrayContaining(names.map(name => `@trading-network/${name}@1.1.0`)))
})

it.each(['new', 'foreign'])('says what to do when npm cannot stage a %s package', async name => {
  if (name === 'foreign') {
    await upload([await packed(name, '1.0.0')])
    registry.distrust(`@trading-network/${name}`)
  }
  await expect(upload([await packed(name, '1.1.0')], ['stage', 'publish'])).rejects.toThrow(
    `${name} 1.1.0 was not uploaded: npm does not know the package, or does not let you write to it`,
  )
})

it('stops when the registry does not answer', async () => {
  const nowhere = '@trading-network:registry=http://127.0.0.1:9/\nfetch-retries=0\n'
  await expect(upload([await packed('two', '1.0.0')], ['publish'], nowhere)).rejects.toThrow(/ECONNREFUSED/)
})

it.each([
  ['npm 11, one version', { versions: '1.0.0', 'dist-tags': { latest: '1.0.0' } }],
  ['npm 12', [{ versions: ['1.0.0'], 'dist-tags': { latest: '1.0.0' } }]],
])('reads what %s says of a package', (_, said) => {
  expect(withNpm(said, () => publishedOf('one'))).toEqual({ versions: ['1.0.0'], tags: { latest: '1.0.0' } })
})

// Without its tags, a hotfix of an older line would take `latest`.
it('takes no package for unknown that npm only shows in another form', () => {
  expect(() => withNpm({ one: { versions: ['1.0.0'] } }, () => publishedOf('one'))).toThrow(
    'npm shows no versions',
  )
})

/** Calls with another program than npm, which prints this. */
function withNpm<T>(said: object, call: () => T): T {
  const { PATH = '' } = process.env
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho '${JSON.stringify(said)}'\n`, { mode: 0o755 })
  process.env.PATH = `${folder}${delimiter}${PATH}`
  try {
    return call()
  } finally {
    process.env.PATH = PATH
    rmSync(join(folder, 'npm'))
  }
}
