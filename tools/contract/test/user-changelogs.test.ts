import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import changelog, { addNotes } from '../src/release/user-changelogs.ts'

it.each([
  ['a sentence', 'A fix.', '- A fix.'],
  ['two paragraphs', 'A fix.\n\nMore of it.', '- A fix.\n\n  More of it.'],
  ['a list', '- **One.**\n- **Two.**', '- **One.**\n- **Two.**'],
  ['the name behind a major step', 'No origin.\n\nBreaking change confirmed by: Ada', '- No origin.'],
])('an entry of %s is as users read it', (_, summary, line) => {
  expect(changelog.getReleaseLine({ summary })).toBe(line)
})

it('names the raised dependencies once, however many changesets raise them', () => {
  const dependencies = [{ name: '@trading-network/types', newVersion: '3.1.0' }]
  const changesets = [{ summary: 'One.' }, { summary: 'Two.' }]
  const lines = '- Updated dependencies\n  - @trading-network/types@3.1.0'
  expect(changelog.getDependencyReleaseLine(changesets, dependencies)).toBe(lines)
  expect(changelog.getDependencyReleaseLine(changesets, [])).toBe('')
})

it.each([
  ['3.0.0', '## 3.0.0\n\n- **New: origins.** See "follow changes" on the reference site.\n\n- A fix.\n'],
  ['3.0.1', '## 3.0.1\n\n- A fix.\n'],
])('%s begins with the words of a person if it has any, without links into the site', (version, section) => {
  const root = mkdtempSync(join(tmpdir(), 'changelog-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'spec/notes'), { recursive: true })
  writeFileSync(
    join(root, 'spec/notes/3.0.0.md'),
    '- **New: origins.** See [follow changes](/guides/watch/).\n',
  )
  writeFileSync(join(root, 'spec/package.json'), JSON.stringify({ version }))
  const file = join(root, 'spec/CHANGELOG.md')
  writeFileSync(file, `# spec\n\n## ${version}\n\n- A fix.\n`)
  addNotes(root, 'spec')
  expect(readFileSync(file, 'utf8')).toBe(`# spec\n\n${section}`)
})
