import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const [, commands = ''] =
  /<!-- merge -->\s+```text\n([^`]+)```/.exec(readFileSync(join(root, 'tools/contract/README.md'), 'utf8')) ??
  []

let folder: string

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** Writes a state of the repository: its number, its changelog, and a line of code. */
function commit(version: string, changelog: string, code: string): void {
  mkdirSync(join(folder, 'packages/server'), { recursive: true })
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  write('packages/server/package.json', `{\n  "version": "${version}"\n}\n`)
  write('packages/server/CHANGELOG.md', `# server\n\n${changelog}## 3.0.0\n`)
  write('packages/server/code.ts', `${code}\n`)
  git('add', '-A')
  git('commit', '-qm', version)
}

/** The fix of 3.0.1 after 3.1.0, where main has changed the same line. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'merge-'))
  git('init', '-q', '-b', 'main')
  // The commands of the document, too, merge for nobody in particular.
  git('config', 'user.name', 'Nobody')
  git('config', 'user.email', 'nobody@example.com')
  cpSync(join(root, '.gitattributes'), join(folder, '.gitattributes'))
  commit('3.0.0', '', 'const wait = 1')
  git('switch', '-qc', 'release-3.0')
  commit('3.0.1', '## 3.0.1\n\n', 'const wait = Math.min(1, limit)')
  git('switch', '-q', 'main')
  commit('3.1.0', '## 3.1.0\n\n', 'const wait = 2')
})

afterAll(() => rmSync(folder, { recursive: true }))

it('never drops a fix in silence, and keeps the numbers of main and both changelogs', () => {
  const shell = ['-c', commands.replace('pnpm gen', 'true')]
  const { stdout, stderr } = spawnSync('bash', shell, { cwd: folder, encoding: 'utf8' })
  const read = (name: string) => readFileSync(join(folder, 'packages/server', name), 'utf8')
  expect(stdout, stderr).toContain('Merge conflict in packages/server/code.ts')
  expect(read('code.ts')).toContain('Math.min(1, limit)')
  expect(read('package.json')).toBe('{\n  "version": "3.1.0"\n}\n')
  expect(read('CHANGELOG.md').match(/^## .*/gm)).toEqual(['## 3.1.0', '## 3.0.1', '## 3.0.0'])
})
