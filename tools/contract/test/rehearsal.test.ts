import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inc, parse } from 'semver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stateNextNumber } from '../src/release/number.ts'
import type { Findings } from './consumer.ts'
import { operation, parameter, rehearsal } from './releasing.ts'

/** `pnpm test` releases once. `pnpm long rehearsal` goes on, and uses the packages after every release. */
const isLong = Boolean(process.env.LONG_RUN)

let kit: Awaited<ReturnType<typeof rehearsal>>
/** The versions of the first release here, by package. The steps after it count from them. */
let first: Record<string, string>
/** The packages that have the version of the contract. */
const shared = ['spec', 'types', 'fetch', 'server', 'check']
const hotfix = (name: string) => inc(first[name] ?? '', 'patch') as string
const beta = (name: string) => `${inc(hotfix(name), 'minor')}-beta.0`

beforeAll(async () => {
  kit = await rehearsal()
})

afterAll(() => kit.remove())

/** Expects that a program, the service, the check and the site of the installed packages work. */
async function expectUsable(wanted?: Record<string, string>): Promise<Findings> {
  const found = await kit.use(wanted)
  expect(found.client).toMatch(/^2 ACCOUNT_TYPE_\w+ true$/)
  expect(found.check).toMatch(/ 0 failed/)
  expect(found.site).toBe(200)
  expect(found.printed).toBe(found.versions.server)
  return found
}

/** Publishes as the workflow does. */
async function publish(step: string, folder?: string): Promise<void> {
  const { code, output } = await kit.upload(folder)
  expect(code, output).toBe(0)
  await kit.log(step, output)
}

/** One release after the other; each step stands on the one before it. */
describe('releases of a copy of this repository, published to its own registry', { timeout: 900_000 }, () => {
  it('releases what waits, as a person', async () => {
    await kit.version()
    const output = await kit.publish()
    await kit.log('First release', output)
    first = kit.versions()
    for (const [name, version] of Object.entries(first)) {
      expect(await kit.tags(name)).toEqual({ latest: version })
      expect(await kit.must('git', 'tag', '--points-at', 'HEAD')).toContain(
        `@trading-network/${name}@${version}`,
      )
    }
    const { versions, contract, status } = await expectUsable()
    expect(first).toMatchObject(versions)
    expect({ contract, status }).toEqual({ contract: first.spec, status: 400 })
  })

  it('refuses a changed package without a changeset, and leaves tests alone', async () => {
    const status = () => kit.run('changeset', 'status', '--since=HEAD~1')
    const change = async (path: string) => {
      appendFileSync(join(kit.folder, path), '\n')
      await kit.commit()
    }
    await change('packages/fetch/src/client.ts')
    expect(await status()).toMatchObject({
      code: 1,
      output: expect.stringContaining('no changesets were found'),
    })
    await change('packages/fetch/src/answers.test.ts')
    expect((await status()).code).toBe(0)
  })

  it('packs neither what is published nor what is between two releases', async () => {
    kit.declare('later', { spec: 'patch' }, 'A fix.')
    await stateNextNumber(kit.folder)
    expect(kit.versions().spec).toBe(`${hotfix('spec')}-next`)
    expect(await kit.pack()).toContain('No packages to pack')
    await kit.must('git', 'checkout', '-q', '.')
    rmSync(join(kit.folder, '.changeset/later.md'))
  })
})

describe.runIf(isLong)('releases after the first, by the workflow', { timeout: 900_000 }, () => {
  it('releases a hotfix, at the second attempt', async () => {
    kit.declare('hotfix', { server: 'patch' }, 'Starts again after a power cut.')
    await kit.version()
    kit.registry.refuse('@trading-network/fetch')
    const { code, output } = await kit.upload()
    expect(code).toBe(1)
    expect(output).toContain('@trading-network/fetch')
    expect(await kit.tags('types')).toEqual({ latest: hotfix('types') })
    expect(await kit.tags('server')).toEqual({ latest: first.server })
    kit.registry.refuse(undefined)
    await publish('A hotfix, published at the second attempt')
    for (const name of shared) expect(await kit.tags(name)).toEqual({ latest: hotfix(name) })
    expect(await kit.tags('events')).toEqual({ latest: first.events })
    expect(await expectUsable()).toMatchObject({ contract: hotfix('spec'), status: 400 })
  })

  it('refuses a parameter that no changeset speaks of, and says what to add', async () => {
    kit.write(operation, kit.read(operation).replace(/^( {4}parameters:\n)/m, `$1${parameter}`))
    const { code, output } = await kit.gate()
    expect(code).toBe(1)
    expect(output).toContain('@trading-network/spec needs a minor changeset; none names it')
    expect(output).toContain('non-breaking: Parameter `filter.origin` was added. (listAccounts)')
    expect(output).toContain('"@trading-network/spec": minor')
  })

  it('gives a beta only to those who ask for it', async () => {
    await kit.must('changeset', 'pre', 'enter', 'beta')
    kit.declare('origin', { spec: 'minor' }, 'Accounts can be selected by origin.')
    await kit.version()
    await publish('A beta')
    for (const name of shared)
      expect(await kit.tags(name)).toEqual({ latest: hotfix(name), beta: beta(name) })
    const { previous, changes } = JSON.parse(kit.read(`spec/changelog/${beta('spec')}.json`))
    expect(previous).toBe(hotfix('spec'))
    expect(changes).toMatchObject([{ class: 'non-breaking', place: 'listAccounts' }])
    expect((await expectUsable()).status).toBe(400)
    const betas = Object.fromEntries(shared.map(name => [name, beta(name)]))
    expect(await expectUsable(betas)).toMatchObject({ versions: betas, contract: beta('spec'), status: 200 })
  })

  it('gives a hotfix of 3.0 a tag of its own, though the tools of that line do not know of later ones', async () => {
    const old = await kit.lineBefore()
    // `conformance` is of that line only.
    const names = Object.keys(old.versions).filter(name => name in first)
    const before = await Promise.all(names.map(kit.tags))
    await publish('A hotfix of 3.0', old.packed)
    for (const [i, name] of names.entries()) {
      const version = old.versions[name] as string
      const line = `release-${parse(version)?.major}.${parse(version)?.minor}`
      expect(await kit.tags(name)).toEqual({ ...before[i], [line]: version })
    }
    expect(await kit.tags('spec')).toMatchObject({ latest: hotfix('spec') })
  })
})
