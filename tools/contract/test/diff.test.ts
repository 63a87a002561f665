import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const bundle = 'spec/dist/openapi.json'
const malformed = join(mkdtempSync(join(tmpdir(), 'malformed-')), 'openapi.json')
beforeAll(() => writeFileSync(malformed, '{ "paths": { "/": { "get": { "parameters": [null] } } } }'))
afterAll(() => rmSync(dirname(malformed), { recursive: true }))
const diff = (...args: string[]) =>
  spawnSync('node', ['tools/contract/src/release/cli.ts', 'diff', ...args], { cwd: root, encoding: 'utf8' })

it.skipIf(spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root }).status !== 0)(
  'compares the work tree with the commit that a branch left, as a pull request does',
  () => {
    const isChanged = execFileSync('git', ['status', '--porcelain', bundle], { cwd: root, encoding: 'utf8' })
    const { stdout } = diff('HEAD')
    expect(stdout).toMatch(isChanged ? /^\d+ / : /^No difference/)
    expect(stdout).toBe(diff('HEAD', bundle).stdout)
  },
)

it.each([
  ['neither a file nor a commit', 'no-such-branch', 'there is no file and no commit no-such-branch'],
  ['no OpenAPI document', 'package.json', 'no OpenAPI document: it has no paths'],
  ['malformed', malformed, 'see `pnpm exec redocly lint <file>`'],
])('says how to go on after a base that is %s', (_, base, reason) => {
  const { status, stdout } = diff(base)
  expect([status, stdout]).toEqual([2, `These documents cannot be compared: ${reason}\n`])
})

it('ends with 2 for an option that it does not know', () => {
  const { status, stderr } = diff('--jsn')
  expect([status, stderr]).toEqual([2, expect.stringContaining('--json')])
})
