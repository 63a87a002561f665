import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const bundle = 'spec/dist/openapi.json'
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

it('names a base that is neither a file nor a commit', () => {
  const { status, stdout } = diff('no-such-branch')
  expect([status, stdout]).toEqual([
    2,
    'These documents cannot be compared: there is no file and no commit no-such-branch\n',
  ])
})

it('ends with 2 for an option that it does not know', () => {
  const { status, stderr } = diff('--jsn')
  expect([status, stderr]).toEqual([2, expect.stringContaining('--json')])
})
