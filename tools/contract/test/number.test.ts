import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PUBLISHED } from '@trading-network/test/packages'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { numberProblems, stateNextNumber } from '../src/release/number.ts'
import { pack } from '../src/release/pack.ts'
import { versionPackages } from '../src/release/version.ts'

let root: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const version = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version
const declare = (name: string, step: string) =>
  write(`.changeset/${name}-${step}.md`, `---\n"@trading-network/${name}": ${step}\n---\n\nA sentence.\n`)

/** A repository after release 3.0.0, with two packages that contain the contract. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'number-'))
  write('package.json', '{ "name": "kit", "private": true }')
  write('pnpm-workspace.yaml', 'packages: [spec, packages/*, tools/*]\n')
  write('pnpm-lock.yaml', '')
  write('.changeset/config.json', '{ "fixed": [["@trading-network/spec", "@trading-network/types"]] }')
  write('spec/openapi.yaml', 'openapi: 3.1.0\ninfo:\n  title: Things\n  version: 3.0.0\n')
  for (const folder of ['spec', ...PUBLISHED]) {
    const name = `@trading-network/${folder.split('/').at(-1)}`
    write(`${folder}/package.json`, JSON.stringify({ name, version: '3.0.0' }, null, 2))
    write(`${folder}/CHANGELOG.md`, `# ${name}\n\n## 3.0.0\n`)
  }
  for (const folder of ['released', 'changelog']) write(`spec/${folder}/3.0.0.json`, '{}')
})

afterEach(() => rmSync(root, { recursive: true }))

it('is that of the release after a release, and while other packages change', async () => {
  expect(await numberProblems(root)).toEqual([])
  declare('events', 'minor')
  expect(await numberProblems(root)).toEqual([])
})

it('names a package whose version was raised by hand', async () => {
  write('packages/events/package.json', JSON.stringify({ name: '@trading-network/events', version: '3.1.0' }))
  expect(await numberProblems(root)).toEqual([
    expect.stringContaining('  packages/events/package.json: 3.1.0 instead of 3.0.0'),
  ])
})

it.each([
  ['patch', '3.0.1-next'],
  ['minor', '3.1.0-next'],
  ['major', '4.0.0-next'],
])('is that of the next release after a %s of a package with the contract', async (step, number) => {
  declare('types', step)
  const [problem] = await numberProblems(root)
  expect(problem).toContain('Run `pnpm release next`')
  for (const path of ['spec/openapi.yaml', 'spec/package.json', 'packages/types/package.json'])
    expect(problem).toContain(`  ${path}: 3.0.0 instead of ${number}`)
  await stateNextNumber(root)
  const notes = `spec/notes/${number.replace('-next', '')}.md`
  if (step !== 'patch')
    expect(await numberProblems(root)).toEqual([expect.stringContaining(`${notes} is missing`)])
  write(notes, 'What is new.')
  expect(await numberProblems(root)).toEqual([])
  expect(readFileSync(join(root, 'spec/openapi.yaml'), 'utf8')).toContain(`\n  version: ${number}\n`)
  expect([version('spec'), version('packages/types')]).toEqual([number, number])
  expect(version('packages/events')).toBe('3.0.0')
})

it('goes back with the changesets', async () => {
  declare('spec', 'major')
  await stateNextNumber(root)
  rmSync(join(root, '.changeset/spec-major.md'))
  declare('spec', 'patch')
  expect(await numberProblems(root)).toHaveLength(1)
  await stateNextNumber(root)
  expect(version('spec')).toBe('3.0.1-next')
})

it('is one number, also in pre mode, where changesets counts the betas', async () => {
  declare('spec', 'major')
  write('.changeset/pre.json', '{ "mode": "pre", "tag": "beta", "initialVersions": {}, "changesets": [] }')
  await stateNextNumber(root)
  expect(version('spec')).toBe('3.0.0')
  expect(await numberProblems(root)).toEqual([])
  write('spec/openapi.yaml', 'info:\n  version: 2.1.0\n')
  expect((await numberProblems(root))[0]).toContain('spec/openapi.yaml: 2.1.0')
})

it('makes no versions in a work tree that a stopped run left', async () => {
  const said: string[] = []
  expect(await versionPackages(root, line => said.push(line))).toBe(1)
  expect(said).toEqual([expect.stringContaining('git stash -u')])
})

it('packs nothing without the reference site', () => {
  expect(() => pack(root, root)).toThrow('Run `pnpm build`')
})
