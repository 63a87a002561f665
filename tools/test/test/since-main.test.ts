import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { differsFromMain } from '../src/since-main.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'since-main-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], { cwd: folder })
function commit(): void {
  git('add', '--all')
  git('-c', 'commit.gpgsign=false', 'commit', '--quiet', '-m', 'A step')
}

it('sees committed, edited and new files of a path, and not those that main has since', () => {
  mkdirSync(join(folder, 'notes (1)'))
  write('notes (1)/old', '1')
  write('other', '1')
  // Without git nothing can be compared.
  expect(differsFromMain(folder, 'notes (1)')).toBeUndefined()
  git('init', '--quiet')
  commit()
  expect(differsFromMain(folder, 'notes (1)')).toBeUndefined()
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  const differs = () => [differsFromMain(folder, 'notes (1)'), differsFromMain(folder, 'other')]
  expect(differs()).toEqual([false, false])
  write('notes (1)/new', '1')
  expect(differs()).toEqual([true, false])
  commit()
  expect(differs()).toEqual([true, false])
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  git('checkout', '--quiet', '-b', 'mine', 'HEAD~1')
  expect(differs()).toEqual([false, false])
  write('other', '2')
  expect(differs()).toEqual([false, true])
})
