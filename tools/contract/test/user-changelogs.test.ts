import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { forUsers } from '../src/release/user-changelogs.ts'

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

const NOTES = '- **New: origins.** See [follow changes](/guides/watch/).\n'

/** The changelog of a package with this version, after so many releases of any package. */
function changelogOf(version: string, name = '@trading-network/spec', releases = 1): string {
  const root = mkdtempSync(join(tmpdir(), 'changelog-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['spec/notes', '.changeset']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, '.changeset/config.json'), '{ "fixed": [["@trading-network/spec"]] }')
  writeFileSync(join(root, 'spec/notes/3.0.0.md'), NOTES)
  writeFileSync(join(root, 'spec/package.json'), JSON.stringify({ name, version }))
  const file = join(root, 'spec/CHANGELOG.md')
  writeFileSync(file, CHANGELOG.replace('VERSION', version))
  for (let release = 0; release < releases; release++) forUsers(root, 'spec')
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

it('a release of the contract begins with the words of a person, once, and without links into the site', () => {
  const changelog = changelogOf('3.0.0', undefined, 2)
  const notes = '- **New: origins.** See "follow changes" on the reference site.\n'
  expect(changelog).toContain(`## 3.0.0\n\n${notes}\n### Major Changes`)
  expect(changelog.match(/New: origins/g)).toHaveLength(1)
})

it('a package with a version of its own, and a beta, have no words about the contract', () => {
  expect(changelogOf('3.0.0', '@trading-network/events')).not.toContain('New: origins')
  expect(changelogOf('3.0.0-beta.1')).not.toContain('New: origins')
})
