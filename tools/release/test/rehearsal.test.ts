import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Changelog } from '../src/changelog.ts'
import { packagesOf } from '../src/gate.ts'
import { pack } from '../src/pack.ts'
import { type Findings, useIn } from './consumer.ts'
import { type Registry, startRegistry } from './registry.ts'
import { type Repository, throwAwayRepository } from './throw-away.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const site = 'packages/docs/dist'

let repository: Repository
let registry: Registry
let folder: string
/** The folder of the tarballs. */
let packed: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rehearsal-'))
  packed = join(folder, 'packed')
  registry = await startRegistry()
  // What did not change since the last build here is not built again.
  process.env.TURBO_CACHE_DIR = join(root, '.turbo/cache')
  repository = await throwAwayRepository()
  cpSync(join(root, site), join(repository.folder, site), { recursive: true })
})

afterAll(() => {
  delete process.env.TURBO_CACHE_DIR
  repository.remove()
  registry.close()
  rmSync(folder, { recursive: true, force: true })
})

const read = (path: string) => readFileSync(join(repository.folder, path), 'utf8')
const write = (path: string, text: string) => writeFileSync(join(repository.folder, path), text)

async function must(program: string, ...args: string[]): Promise<string> {
  const { code, output } = await repository.run(program, ...args)
  expect(code, output).toBe(0)
  return output
}

function declare(name: string, packages: Record<string, string>, summary: string): void {
  const lines = Object.entries(packages).map(([each, bump]) => `"@trading-network/${each}": ${bump}\n`)
  write(`.changeset/${name}.md`, `---\n${lines.join('')}---\n\n${summary}\n`)
}

/** The packages that follow the contract, each with the same step. */
function contractStep(bump: string): Record<string, string> {
  return Object.fromEntries(
    Object.values(packagesOf)
      .flat()
      .map(name => [name.replace(/.*\//, ''), bump]),
  )
}

const parameter = `      - name: filter.origin
        in: query
        description: Leaves out accounts of every other origin.
        x-tn-provenance: kit-decision
        schema: { type: string }
        example: abc
`
const accounts = 'spec/resources/listAccounts.yaml'
const probe = '/api/v2/accounts?filter.origin=abc'

/** Versions, packs and publishes what waits; the log of the rehearsal has npm's tags after it. */
async function release(step: string): Promise<Findings> {
  await version()
  await packAnew()
  await must(...upload())
  return use(step)
}

async function version(): Promise<void> {
  await must('pnpm', 'release', 'version')
  await must('pnpm', 'exec', 'turbo', 'run', 'build', '--filter=!@trading-network/docs')
  await repository.commit()
}

/** Packs what the version command left. */
async function packAnew(): Promise<void> {
  rmSync(packed, { recursive: true, force: true })
  await pack(repository.folder, packed, false)
}

function upload(): [string, ...string[]] {
  return ['node', 'tools/release/src/upload.ts', packed, '--registry', registry.url]
}

async function use(step: string, wanted?: Record<string, string>): Promise<Findings> {
  const found = await useIn(folder, registry, probe, wanted)
  const lines = await Promise.all(
    ['spec', 'events', 'simulator', ...Object.keys(found.versions)].map(
      async name => `  ${name.padEnd(12)} ${JSON.stringify(await registry.tags(`@trading-network/${name}`))}`,
    ),
  )
  console.log([step, ...lines].join('\n'))
  expect(found.client).toMatch(/^2 ACCOUNT_TYPE_\w+ true$/)
  expect(found.check).toMatch(/ 0 failed/)
  expect(found.site).toBe(200)
  return found
}

describe('releases, each published to a registry and used in an empty project', () => {
  let before: Findings
  const tags = (name: string) => registry.tags(`@trading-network/${name}`)

  it('the first release', async () => {
    before = await release('First release')
    expect(new Set(Object.values(before.versions))).toEqual(new Set(['0.1.0']))
    expect(before.status).toBe(400)
  })

  it('a patch of one package', async () => {
    declare('events', { events: 'patch' }, 'Reads events faster.')
    const after = await release('A patch of one package')
    expect(await tags('events')).toEqual({ latest: '0.1.1' })
    expect(after.versions).toEqual(before.versions)
  })

  it('a contract that adds a parameter, published at the second attempt', async () => {
    write(accounts, read(accounts).replace(/^( {4}parameters:\n)/m, `$1${parameter}`))
    declare('origin', contractStep('minor'), 'Accounts can be selected by origin.')
    await version()
    registry.refuse('@trading-network/fetch')
    await packAnew()
    const { code, output } = await repository.run(...upload())
    expect(code).toBe(1)
    expect(output).toContain('@trading-network/fetch')
    expect(await tags('types')).toEqual({ latest: '0.2.0' })
    expect(await tags('server')).toEqual({ latest: '0.1.0' })
    registry.refuse(undefined)
    await must(...upload())
    const after = await use('A contract that adds, published at the second attempt')
    expect(after.versions).toMatchObject({ types: '0.2.0', fetch: '0.2.0', server: '0.2.0', conformance: '0.2.0' })
    expect(after.status).toBe(200)
  })

  it('a server of before still has its contract', async () => {
    const old = await use('The server of before', { server: '0.1.0', conformance: '0.1.0' })
    expect(old.status).toBe(400)
  })

  it('a beta, which nobody gets without asking', async () => {
    await must('pnpm', 'exec', 'changeset', 'pre', 'enter', 'beta')
    write(accounts, read(accounts).replace(parameter, ''))
    declare(
      'no-origin',
      contractStep('major'),
      'Accounts cannot be selected by origin.\n\nBreaking change confirmed by: Ada',
    )
    const after = await release('A beta')
    expect(after.status).toBe(200)
    expect(await tags('spec')).toEqual({ latest: '2.1.0', beta: '3.0.0-beta.0' })
    expect(await tags('server')).toEqual({ latest: '0.2.0', beta: '1.0.0-beta.0' })
    const beta = await use('The beta', await betas())
    expect(beta.status).toBe(400)
  })

  it('the stable release after a beta, with all that changed since the last one', async () => {
    await must('pnpm', 'exec', 'changeset', 'pre', 'exit')
    const after = await release('The stable release')
    expect(after.status).toBe(400)
    expect(await tags('spec')).toMatchObject({ latest: '3.0.0' })
    const { previous, counts, bump } = JSON.parse(read('spec/changelog/3.0.0.json')) as Changelog
    expect({ previous, bump: bump.wire, breaking: counts.breaking }).toEqual({
      previous: '2.1.0',
      bump: 'major',
      breaking: 1,
    })
  })

  it('packs identical bytes from identical files', async () => {
    const again = join(folder, 'again')
    await pack(repository.folder, again, false)
    for (const name of readdirSync(packed))
      expect(readFileSync(join(again, name)).equals(readFileSync(join(packed, name))), name).toBe(true)
  })

  async function betas(): Promise<Record<string, string>> {
    const names = ['types', 'fetch', 'server', 'conformance']
    return Object.fromEntries(await Promise.all(names.map(async name => [name, (await tags(name)).beta])))
  }
})
