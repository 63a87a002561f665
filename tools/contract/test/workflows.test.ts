import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PUBLISHED } from '@trading-network/test/packages'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const names = readdirSync(`${root}/.github/workflows`)
const { scripts, devEngines } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
  scripts: Record<string, string>
  devEngines: { packageManager: { version: string } }
}
/** Commands of pnpm itself, and the option that names another package. */
const builtIn = ['install', 'exec', 'test', 'audit', '--filter']

interface Job {
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[]
}

interface Workflow {
  permissions?: Record<string, string>
  jobs: Record<string, Job>
}

const upload = /^\s*npx -y --package=npm@[\d.]+ -- node tools\/contract\/src\/release\/upload.ts /m

const workflow = (name: string) =>
  parse(readFileSync(`${root}/.github/workflows/${name}`, 'utf8')) as Workflow

it.each(names)('%s runs commands that there are, with rights it names and an end', name => {
  const { permissions, jobs } = workflow(name)
  expect(permissions).toBeDefined()
  for (const { steps, 'timeout-minutes': minutes } of Object.values(jobs)) {
    expect(minutes).toBeGreaterThan(0)
    const texts = steps.flatMap(({ run, with: given }) => [run ?? '', String(given?.version ?? '')])
    for (const [, word = ''] of texts.join('\n').matchAll(/npx -y pnpm@\S+ (\S+)/g))
      expect([...Object.keys(scripts), ...builtIn]).toContain(word)
    for (const [, file = ''] of texts.join('\n').matchAll(/bash (\S+)/g))
      expect(existsSync(`${root}/${file}`)).toBe(true)
  }
})

it.each(names)('%s runs actions at a commit, and no job with a right to write runs installed code', name => {
  const { permissions, jobs } = workflow(name)
  for (const job of Object.values(jobs)) {
    for (const { uses } of job.steps) if (uses) expect(uses).toMatch(/^[\w./-]+@[0-9a-f]{40}$/)
    const rights = Object.values(job.permissions ?? permissions ?? {})
    const commands = job.steps.map(({ run = '', with: given }) => `${run} ${given?.version ?? ''}`)
    // The one script that publishes imports only Node.
    const isInstalled = commands.some(text =>
      /\b(npx|pnpm|node|npm (ci|install|exec)) /.test(text.replace(upload, '')),
    )
    if (rights.includes('write')) expect(isInstalled, commands.join('\n')).toBe(false)
    const checkout = job.steps.find(({ uses }) => uses?.startsWith('actions/checkout@'))
    if (checkout) expect(checkout.with).toMatchObject({ 'persist-credentials': false })
  }
})

it('runs one exact version of pnpm everywhere, of the major version that we name', () => {
  const files = names.map(name => `.github/workflows/${name}`)
  const texts = files.map(file => readFileSync(`${root}/${file}`, 'utf8')).join('\n')
  const versions = new Set(texts.match(/(?<=npx .*)\bpnpm(@\S+)?/g))
  expect([...versions]).toEqual([expect.stringMatching(/^pnpm@\d+\.\d+\.\d+$/)])
  const [major] = devEngines.packageManager.version.match(/\d+/) ?? []
  expect([...versions][0]).toContain(`pnpm@${major}.`)
})

describe('the job that proves who we are', () => {
  const { publish, test, announce } = workflow('release.yml').jobs
  const commands = (job: Job | undefined) => job?.steps.flatMap(({ run }) => run ?? []) ?? []

  it('runs neither tests nor install scripts, only a script without dependencies', () => {
    expect(publish?.permissions).toMatchObject({ 'id-token': 'write' })
    expect(commands(publish)).toEqual([
      expect.stringMatching(/^npx .* -- node tools\/contract\/src\/release\/upload\.ts /),
    ])
    const imports = readFileSync(`${root}/tools/contract/src/release/upload.ts`, 'utf8').matchAll(
      /from '(.*)'/g,
    )
    for (const [, from] of imports) expect(from).toMatch(/^node:/)
  })

  it('publishes the tarballs that the tests were run on', () => {
    expect(commands(test).at(-1)).toContain('release pack packed')
    expect(commands(test).at(-3)).toMatch(/ test$/)
    expect(commands(publish)[0]).toContain(' packed stage publish --provenance')
  })

  it('is the only one: the job that may write runs no code of ours', () => {
    expect(announce?.permissions).toEqual({ contents: 'write', actions: 'write' })
    expect(commands(announce).join()).not.toMatch(/npx|node /)
  })

  it('waits for no other release, and no release that waits for a person is dropped', () => {
    const { concurrency, jobs } = parse(readFileSync(`${root}/.github/workflows/release.yml`, 'utf8'))
    expect([concurrency, jobs.publish.concurrency, jobs.announce.concurrency]).toEqual([
      ...[undefined, 'publish', undefined],
    ])
  })

  it('shows a release on the site, whose tag starts no workflow', () => {
    expect(commands(announce).join('\n')).toContain('gh workflow run docs.yml')
    expect(parse(readFileSync(`${root}/.github/workflows/docs.yml`, 'utf8')).on).toHaveProperty(
      'workflow_dispatch',
    )
  })
})

it('starts a release for every published package', () => {
  const { on } = parse(readFileSync(`${root}/.github/workflows/release.yml`, 'utf8')) as {
    on: { push: { paths: string[] } }
  }
  for (const folder of ['spec', ...PUBLISHED])
    expect(
      on.push.paths.some(path => matchesGlob(`${folder}/CHANGELOG.md`, path)),
      folder,
    ).toBe(true)
})

it('tests the version pull request, which its token cannot start', () => {
  const { jobs } = workflow('version.yml')
  expect(jobs.propose?.permissions).toMatchObject({ actions: 'write' })
  expect(jobs.propose?.steps.at(-1)?.run).toBe('gh workflow run ci.yml --ref "$BRANCH"')
  expect(parse(readFileSync(`${root}/.github/workflows/ci.yml`, 'utf8')).on).toHaveProperty(
    'workflow_dispatch',
  )
})
