import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanCommit, longRunNotice, recordLongRun, recordSpeed } from '../src/long-record.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'long record-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function commit(): void {
  const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']
  execFileSync('git', ['add', '--all'], { cwd: folder })
  execFileSync('git', [...person, 'commit', '--quiet', '-m', 'A step'], { cwd: folder })
}

it('counts for the files of its commit, in every work tree', () => {
  const missing = 'warning: no whole long run passed on these files. Run: pnpm long all'
  writeFileSync(join(folder, 'text'), '1')
  expect(longRunNotice(folder)).toContain(missing)
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  expect(cleanCommit(folder)).toBeUndefined()
  commit()
  expect(longRunNotice(folder)).toContain(missing)
  const tested = cleanCommit(folder) ?? ''
  recordLongRun(folder, tested)
  expect(longRunNotice(folder)).toMatch(/^The whole long run passed on this commit at \d{4}-\d\d-\d\dT/)
  const other = `${folder} of a release`
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', other], { cwd: folder })
  expect(longRunNotice(other)).toMatch(/^The whole long run passed/)
  rmSync(other, { recursive: true })
  writeFileSync(join(folder, 'text'), '2')
  const old = `warning: no whole long run passed on these files; the last one was on ${tested} at `
  expect(longRunNotice(folder)).toContain(old)
  commit()
  expect(longRunNotice(folder)).toContain(old)
})

it('gives the last comparison of the service with itself, of any commit', () => {
  expect(longRunNotice(folder)).toContain('\nwarning: the service was not compared with the last release')
  recordSpeed(folder, { against: 'release', commit: 'abc', least: 0.912, mean: 1.049 })
  expect(longRunNotice(folder)).toMatch(
    /\nThroughput at abc as a share of that at release: mean 1.05, least 0.91\.$/,
  )
})
