import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { forUsers } from '../src/user-changelogs.ts'

const CHANGELOG = `# @trading-network/spec

## VERSION

### Major Changes

- Accounts cannot be selected by origin.

  Breaking change confirmed by: Ada

## 3.0.0-beta.0

### Major Changes

- Accounts cannot be selected by origin.

## 2.0.0
`

/** The changelog of a package with this version. */
function changelogOf(version: string): string {
  const root = mkdtempSync(join(tmpdir(), 'changelog-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'spec'))
  writeFileSync(join(root, 'spec/package.json'), JSON.stringify({ version }))
  const file = join(root, 'spec/CHANGELOG.md')
  writeFileSync(file, CHANGELOG.replace('VERSION', version))
  forUsers(root, 'spec')
  return readFileSync(file, 'utf8')
}

it('a stable version repeats the entries of its betas, so these go', () => {
  const changelog = changelogOf('3.0.0')
  expect(changelog.match(/^## .*/gm)).toEqual(['## 3.0.0', '## 2.0.0'])
  expect(changelog.match(/selected by origin/g)).toHaveLength(1)
})

it('a beta keeps the betas before it', () => {
  expect(changelogOf('3.0.0-beta.1').match(/^## .*/gm)).toHaveLength(3)
})

it('the name behind a major step is not for users', () => {
  expect(changelogOf('3.0.0')).not.toContain('confirmed by')
})
