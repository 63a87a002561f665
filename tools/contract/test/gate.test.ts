import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Change, compare } from '../src/diff/compare.ts'
import { archiveComparisons, archivePath, changelogPath } from '../src/release/archive.ts'
import { gate } from '../src/release/gate.ts'

const steps = ['none', 'patch', 'minor', 'major'] as const
type Step = (typeof steps)[number]

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gate-'))
  for (const each of ['spec/released', 'spec/changelog', '.changeset'])
    mkdirSync(join(root, each), { recursive: true })
  writeFileSync(join(root, 'spec/package.json'), '{ "version": "1.0.0" }')
  release('1.0.0', contract('none'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

/** Archives a contract with a changelog, which makes it a release. */
function release(version: string, text: object): void {
  writeFileSync(join(root, archivePath(version)), JSON.stringify(text))
  writeFileSync(join(root, changelogPath(version)), '{}')
}

/** A contract whose difference from the released one asks for this step. */
function contract(step: Step): object {
  const parameter = (name: string, more: object) => ({
    name,
    in: 'query',
    schema: { type: 'string' },
    ...more,
  })
  const said = step === 'patch' ? { description: 'Which ones.' } : {}
  const added = step === 'minor' ? [parameter('sort', {})] : []
  const parameters = step === 'major' ? [] : [parameter('ids', said), ...added]
  const get = { operationId: 'listThings', parameters, responses: { '200': { description: 'Things.' } } }
  return { openapi: '3.1.0', info: { title: 'Things', version: '1.0.0' }, paths: { '/things': { get } } }
}

function declare(step: Step, line = '', name = 'spec'): void {
  if (step === 'none') return
  const text = `---\n"@trading-network/${name}": ${step}\n---\n\nA sentence.\n\n${line}\n`
  writeFileSync(join(root, `.changeset/${step}.md`), text)
}

/** The problems of a contract whose difference asks for this step; the comparison itself runs where `judge` is it. */
async function problems(
  step: Step,
  refused: string[] = [],
  today?: string,
  judge: typeof compare = async () => changes[step],
): Promise<string[]> {
  const judges = { compare: judge, compile: async () => refused }
  return gate(root, JSON.stringify(contract(step)), today, judges)
}

const change = { message: 'Something is different.', place: 'listThings', operations: ['listThings'] }
const changes: Record<Step, Change[]> = {
  none: [],
  patch: [{ ...change, class: 'documentation' }],
  minor: [{ ...change, class: 'may-break' }],
  major: [{ ...change, class: 'breaking' }],
}

const matrix = steps.flatMap(required => steps.map(declared => [required, declared] as const))

it.each(matrix)('%s needed, %s declared', async (required, declared) => {
  declare(declared, 'Breaking change confirmed by: Ada')
  const isEnough = steps.indexOf(declared) >= steps.indexOf(required)
  expect(await problems(required)).toHaveLength(isEnough ? 0 : 1)
})

it('takes the highest of all changesets', async () => {
  declare('patch')
  declare('minor')
  expect(await problems('minor')).toEqual([])
})

it('wants a name for a major step', async () => {
  declare('major')
  const [problem] = await problems('major')
  expect(problem).toContain('@trading-network/spec: a major step needs the name of a person who confirms it')
  expect(problem).toContain('Breaking change confirmed by: <name>')
})

it('refuses a removal before its announced sunset, also with a major step', async () => {
  const announced = contract('none') as { paths: { '/things': { get: { parameters: object[] } } } }
  const days = { deprecated: true, 'x-tn-deprecated-since': '2026-12-01', 'x-sunset': '2027-06-30' }
  Object.assign(announced.paths['/things'].get.parameters[0]!, days)
  release('1.1.0', announced)
  declare('major', 'Breaking change confirmed by: Ada')
  const [early, ...others] = await problems('major', [], '2027-06-29', compare)
  expect(others).toEqual([])
  expect(early).toContain('A release before 2027-06-30 must keep this part, also with a major step:')
  expect(early).toContain('breaking: `ids` query parameter was removed. (listThings)')
  expect(await problems('major', [], '2027-06-30', compare)).toEqual([])
})

it('wants a changeset of the contract, not only of a package that contains it', async () => {
  declare('minor', '', 'server')
  const [problem] = await problems('minor')
  expect(problem).toContain('@trading-network/spec needs a minor changeset; none names it')
  expect(problem).toContain('---\n"@trading-network/spec": minor\n---')
})

it('names each change that the changesets do not declare', async () => {
  const [problem] = await problems('minor', [], undefined, compare)
  expect(problem).toContain('  non-breaking: Parameter `sort` was added. (listThings)')
})

it('compares with the last stable release, not with a beta after it', async () => {
  release('2.0.0-beta.0', contract('major'))
  const found = await problems('major', [], undefined, compare)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('@trading-network/spec needs a major changeset')
})

it('believes the compiler more than the rules', async () => {
  declare('minor')
  const found = await problems('minor', ["consumer.ts(3,1): error TS2339: Property 'x' does not exist"])
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('@trading-network/spec needs a major changeset; minor is declared')
  expect(found[0]).toContain('TS2339')
})

it('knows a released contract by the tag of its release, whatever was committed later', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd: root })
  const commit = () => {
    git('add', '-A')
    git('commit', '-q', '--no-verify', '-m', 'A step')
  }
  vi.stubEnv('GITHUB_BASE_REF', '')
  const uncompared = () =>
    archiveComparisons(root).flatMap(({ ref, problems }) => (problems === undefined ? ref : []))
  const tag = 'refs/tags/@trading-network/spec@1.0.0'
  expect(uncompared()).toEqual(['HEAD', tag])
  git('init', '-q')
  commit()
  expect(uncompared()).toEqual([tag])
  git('tag', '@trading-network/spec@1.0.0')
  expect(uncompared()).toEqual([])
  expect(await problems('none')).toEqual([])
  writeFileSync(join(root, 'spec/released/1.0.0.json'), JSON.stringify(contract('patch')))
  expect((await problems('patch'))[0]).toContain('spec/released/1.0.0.json is not what HEAD has')
  commit()
  expect((await problems('patch'))[0]).toContain(`spec/released/1.0.0.json is not what ${tag} has`)
  rmSync(join(root, changelogPath('1.0.0')))
  expect((await problems('patch'))[0]).toContain('spec/changelog/1.0.0.json is not what HEAD has')
})
