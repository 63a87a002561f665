import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inc, parse } from 'semver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operation, parameter, rehearsal } from './releasing.ts'

/** `pnpm test` releases once. `pnpm long rehearsal` goes on, and uses the packages after every release. */
const isLong = process.env.REHEARSAL === 'long'

let kit: Awaited<ReturnType<typeof rehearsal>>
/** The versions of the first release here, by package. The steps after it count from them. */
let first: Record<string, string>
/** The version of a package after a contract that adds. */
const second = (name: string) => inc(first[name] ?? '', 'minor') as string
/** The versions of the stable release after the beta, by package. */
const third = (name: string) => inc(second(name), 'major') as string

beforeAll(async () => {
  kit = await rehearsal()
})

afterAll(() => kit.remove())

/** Expects that a program, the service, the check and the site of the installed packages work. */
async function expectUsable(wanted?: Record<string, string>): Promise<{ versions: object; status: number }> {
  const found = await kit.use(wanted)
  expect(found.client).toMatch(/^2 ACCOUNT_TYPE_\w+ true$/)
  expect(found.check).toMatch(/ 0 failed/)
  expect(found.site).toBe(200)
  return found
}

/** Publishes as the workflow does. */
async function publish(step: string, folder?: string): Promise<void> {
  const { code, output } = await kit.upload(folder)
  expect(code, output).toBe(0)
  await kit.log(step, output)
}

/** The tag of a line that is not the newest. */
const lineOf = (version: string) => `release-${parse(version)?.major}.${parse(version)?.minor}`

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
    const { versions, status } = await expectUsable()
    expect(first).toMatchObject(versions)
    expect(status).toBe(400)
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
    expect(await kit.pack()).toContain('No packages to pack')
    kit.declare('later', { spec: 'patch' }, 'A fix.')
    expect((await kit.gate()).output).toContain(
      `${inc(first.spec ?? '', 'patch')}-next. Run \`pnpm release next\``,
    )
    await kit.must('node', 'tools/contract/src/release/cli.ts', 'next')
    expect((await kit.gate()).code).toBe(0)
    expect(await kit.pack()).toContain('No packages to pack')
    await kit.must('git', 'checkout', '-q', '.')
    rmSync(join(kit.folder, '.changeset/later.md'))
  })
})

describe.runIf(isLong)('releases after the first, by the workflow', { timeout: 900_000 }, () => {
  it('releases a patch of one package alone', async () => {
    kit.declare('events', { events: 'patch' }, 'Reads events faster.')
    await kit.version()
    await publish('A patch of one package')
    expect(await kit.tags('events')).toEqual({ latest: inc(first.events ?? '', 'patch') })
    expect(await kit.tags('server')).toEqual({ latest: first.server })
    await expectUsable()
  })

  it('refuses a parameter that no changeset speaks of, and says where and what to add', async () => {
    kit.write(operation, kit.read(operation).replace(/^( {4}parameters:\n)/m, `$1${parameter}`))
    const lines = kit.read(operation).split('\n')
    const line = lines.findIndex(each => each.includes('filter.origin')) + 1
    const { code, output } = await kit.gate()
    expect(code).toBe(1)
    expect(output).toContain('@trading-network/spec needs a minor changeset; none names it')
    expect(output).toContain('`filter.origin` may be given (GET /api/v2/accounts) [optional-parameter-added]')
    expect(output).toContain(`${operation}:${line}`)
    expect(output).toContain('"@trading-network/spec": minor')
  })

  it('releases a contract that adds, with its changelog', async () => {
    kit.declare('origin', { spec: 'minor' }, 'Accounts can be selected by origin.')
    await kit.version()
    expect(kit.read('spec/openapi.yaml')).toContain(`  version: ${second('spec')}`)
    expect(existsSync(join(kit.folder, '.changeset/origin.md'))).toBe(false)
    const { operations, bump, date } = JSON.parse(kit.read(`spec/changelog/${second('spec')}.json`))
    expect(bump).toEqual({ wire: 'minor', types: 'minor' })
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(operations).toMatchObject([
      { operationId: 'listAccounts', changes: [{ rest: '`filter.origin` may be given' }] },
    ])
    const title = `# ${first.spec} → ${second('spec')}`
    expect(kit.read(`spec/changelog/${second('spec')}.md`)).toContain(title)
  })

  it('repeats a publish that failed', async () => {
    kit.registry.refuse('@trading-network/fetch')
    const { code, output } = await kit.upload()
    expect(code).toBe(1)
    expect(output).toContain('@trading-network/fetch')
    expect(await kit.tags('types')).toEqual({ latest: second('types') })
    expect(await kit.tags('server')).toEqual({ latest: first.server })
    kit.registry.refuse(undefined)
    await publish('A contract that adds, published at the second attempt')
    const { versions, status } = await expectUsable()
    const names = ['types', 'fetch', 'server', 'conformance']
    const raised = Object.fromEntries(names.map(name => [name, second(name)]))
    expect(versions).toMatchObject(raised)
    expect(status).toBe(200)
  })

  it('packs identical bytes from identical files', async () => {
    const before = kit.packed
    await kit.must('turbo', 'run', 'build', '--force', '--filter=!@trading-network/docs')
    for (const name of readdirSync(join(before, 'packages')).filter(each => each.endsWith('.tgz'))) {
      const [, folder = ''] = /^trading-network-(.*)-\d+\.\d+\.\d+/.exec(name) ?? []
      const again = join(kit.folder, 'again.tgz')
      await kit.must('pnpm', '--filter', `@trading-network/${folder}`, 'pack', '--out', again)
      expect(readFileSync(again).equals(readFileSync(join(before, 'packages', name))), name).toBe(true)
    }
  })

  it('leaves servers of before with the contract that they were built with', async () => {
    const { versions, status } = await expectUsable({ server: first.server ?? '' })
    expect(versions).toMatchObject({ server: first.server })
    expect(status).toBe(400)
  })

  it('gives a hotfix of the older line a tag of its own, and takes it back without a conflict', async () => {
    const hotfix = inc(first.spec ?? '', 'patch') as string
    await kit.must('git', 'checkout', '-q', '-b', 'hotfix', `@trading-network/spec@${first.spec}`)
    kit.declare('hotfix', { server: 'patch' }, 'Starts again after a power cut.')
    await kit.version()
    await publish('A hotfix of the line before')
    for (const name of ['spec', 'server', 'fetch'])
      expect(await kit.tags(name)).toEqual({ latest: second(name), [lineOf(hotfix)]: hotfix })
    await kit.must('git', 'checkout', '-q', 'main')
    const who = ['-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.com']
    await kit.must('git', ...who, 'merge', '-q', '--no-edit', '-X', 'ours', 'hotfix')
    await kit.must('node', 'tools/contract/src/gen/cli.ts')
    await kit.commit()
    expect((await kit.gate()).code).toBe(0)
    expect(kit.versions().server).toBe(second('server'))
    expect(JSON.parse(kit.read(`spec/changelog/${hotfix}.json`)).previous).toBe(first.spec)
    const sections = kit.read('packages/server/CHANGELOG.md').match(/^## .*/gm)
    expect(sections?.slice(0, 2)).toEqual([`## ${second('server')}`, `## ${hotfix}`])
    expect(kit.read('packages/server/README.md')).toContain(`| ${hotfix} |`)
  })

  it('gives a hotfix of 2.1 a tag of its own, though the tools of that line do not know of later ones', async () => {
    const old = await kit.lineBefore()
    const names = Object.keys(old.versions)
    const before = await Promise.all(names.map(kit.tags))
    await publish('A hotfix of 2.1', old.packed)
    for (const [i, name] of names.entries()) {
      const version = old.versions[name] as string
      expect(await kit.tags(name)).toEqual({ ...before[i], [lineOf(version)]: version })
    }
  })

  it('repairs a tag, and warns those who install a bad version', async () => {
    const [bad, good] = [first.server ?? '', second('server')]
    await kit.must('npm', 'dist-tag', 'add', `@trading-network/server@${bad}`, 'latest')
    expect(await kit.tags('server')).toMatchObject({ latest: bad })
    await kit.must('npm', 'dist-tag', 'add', `@trading-network/server@${good}`, 'latest')
    expect(await kit.tags('server')).toMatchObject({ latest: good })
    await kit.must(
      'npm',
      'deprecate',
      `@trading-network/server@${bad}`,
      'Loses events; take the next version.',
    )
    const view = await kit.must('npm', 'view', `@trading-network/server@${bad}`, 'deprecated')
    expect(view).toContain('Loses events')
  })

  it('notices a released contract that was edited, and one that is gone from the archive', async () => {
    const [path, changelog] = [`spec/released/${first.spec}.json`, `spec/changelog/${second('spec')}.json`]
    const [archived, facts] = [kit.read(path), kit.read(changelog)]
    appendFileSync(join(kit.folder, path), ' ')
    rmSync(join(kit.folder, changelog))
    const { output } = await kit.gate()
    expect(output).toContain(`${path} is not the contract that HEAD has`)
    expect(output).toContain(`${changelog}, which HEAD has, is gone`)
    kit.write(path, archived)
    kit.write(changelog, facts)
  })

  it('notices a changelog that is not what its two contracts give', async () => {
    const page = `spec/changelog/${second('spec')}.md`
    const generated = kit.read(page)
    kit.write(page, `${generated}\n- A change that nobody made.\n`)
    const { code, output } = await kit.run('node', 'tools/contract/src/gen/cli.ts', '--check')
    expect(code).toBe(1)
    // All other files are as the releases left them.
    expect(output.match(/^(stale|missing|unexpected) .*/gm)).toEqual([`stale      ${page}`])
    kit.write(page, generated)
  })

  it('gives a beta only to those who ask for it', async () => {
    await kit.must('changeset', 'pre', 'enter', 'beta')
    kit.write(operation, kit.read(operation).replace(parameter, ''))
    kit.declare(
      'no-origin',
      { spec: 'major' },
      'Accounts cannot be selected by origin.\n\nBreaking change confirmed by: Ada',
    )
    await kit.version()
    await publish('A beta')
    expect(await kit.tags('spec')).toMatchObject({ latest: second('spec'), beta: `${third('spec')}-beta.0` })
    expect(await kit.tags('server')).toMatchObject({
      latest: second('server'),
      beta: `${third('server')}-beta.0`,
    })
    expect((await expectUsable()).status).toBe(200)
    const names = ['types', 'fetch', 'server', 'conformance']
    const betas = names.map(async name => [name, (await kit.tags(name)).beta ?? ''] as const)
    expect((await expectUsable(Object.fromEntries(await Promise.all(betas)))).status).toBe(400)
  })

  it('lists everything since the last stable release after a beta', async () => {
    await kit.must('changeset', 'pre', 'exit')
    await kit.version()
    await publish('The stable release after the beta, which breaks')
    expect(await kit.tags('spec')).toMatchObject({ latest: third('spec') })
    const { previous, counts, bump } = JSON.parse(kit.read(`spec/changelog/${third('spec')}.json`))
    expect({ previous, bump: bump.wire, breaking: counts.breaking }).toEqual({
      previous: second('spec'),
      bump: 'major',
      breaking: 1,
    })
    const forUsers = kit.read('spec/CHANGELOG.md')
    expect(forUsers).toContain('Accounts cannot be selected by origin.')
    expect(forUsers).not.toMatch(/-beta|confirmed by/)
    expect((await expectUsable()).status).toBe(400)
  })
})
