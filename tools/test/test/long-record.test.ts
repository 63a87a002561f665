import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanCommit, longRunNotice, recordRun } from '../src/long-record.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'long record-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
function commit(): void {
  git('add', '--all')
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '-m', 'A step')
}

it('counts for the files of its commit, in every work tree', () => {
  const missing = 'warning: no whole long run passed on these files. Run: pnpm long all'
  writeFileSync(join(folder, 'text'), '1')
  expect(longRunNotice(folder)).toBe(missing)
  git('init', '--quiet')
  git('config', 'commit.gpgsign', 'false')
  expect(cleanCommit(folder)).toBeUndefined()
  commit()
  expect(longRunNotice(folder)).toBe(missing)
  const tested = cleanCommit(folder) ?? ''
  recordRun(folder, tested, 'Throughput as a share of that at release: mean 1.05, least 0.91')
  expect(longRunNotice(folder)).toMatch(
    /^warning: no whole long run .*\nThroughput .* mean 1.05, least 0.91 at \d{4}-\d\d-\d\dT\S+\.$/,
  )
  recordRun(folder, tested)
  expect(longRunNotice(folder)).toMatch(/^Throughput .*\n\nThe whole long run passed at \d{4}-\d\d-\d\dT/)
  const other = `${folder} of a release`
  git('worktree', 'add', '--quiet', '--detach', other)
  expect(longRunNotice(other)).toContain('The whole long run passed')
  rmSync(other, { recursive: true })
  writeFileSync(join(folder, 'text'), '2')
  expect(longRunNotice(folder)).toBe(missing)
  commit()
  expect(longRunNotice(folder)).toBe(missing)
})
