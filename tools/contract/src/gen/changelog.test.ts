import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changelog, changelogs } from './changelog.ts'
import { deviations, repair } from './tree.ts'

let root: string

const contract = (version: string, names: string[]) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Things', version },
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          parameters: names.map(name => ({ name, in: 'query', schema: { type: 'string' } })),
          responses: { '200': { description: 'Things.' } },
        },
      },
    },
  })

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'changelog-'))
  for (const folder of ['released', 'changelog', 'notes'])
    await mkdir(join(root, 'spec', folder), { recursive: true })
  await writeFile(join(root, 'spec/released/1.0.0.json'), contract('1.0.0', []))
  await writeFile(join(root, 'spec/released/1.1.0.json'), contract('1.1.0', ['ids']))
  await writeFile(join(root, 'spec/notes/1.1.0.md'), '- **New.** Ids.\n')
  const first = { version: '1.0.0', date: '2026-11-01', packages: { types: '0.1.0' } }
  const second = { version: '1.1.0', date: '2026-11-22', previous: '1.0.0', packages: { types: '0.2.0' } }
  const pages = [...(await changelog(root, first)), ...(await changelog(root, second))]
  for (const deviation of deviations(root, pages)) repair(root, deviation)
})

afterAll(() => rm(root, { recursive: true }))

test('a changelog has the changes between two archived contracts, and not the number of the version', async () => {
  const page = await readFile(join(root, 'spec/changelog/1.1.0.md'), 'utf8')
  expect(page).toContain('# 1.0.0 → 1.1.0\n\n- **New.** Ids.\n\n')
  expect(page).toContain('- Parameter `ids` was added. (listThings)')
  const { changes } = JSON.parse(await readFile(join(root, 'spec/changelog/1.1.0.json'), 'utf8'))
  const added = { class: 'non-breaking', message: 'Parameter `ids` was added.' }
  expect(changes).toEqual([{ ...added, place: 'listThings', operations: ['listThings'] }])
  expect(deviations(root, changelogs(root))).toMatchObject([])
})

test('an edited page and a page of no release are found, and a release says for good what it said', async () => {
  await appendFile(join(root, 'spec/changelog/1.1.0.md'), '- Nobody made this change.\n')
  await writeFile(join(root, 'spec/released/1.0.0.json'), contract('1.0.0', ['ids', 'names']))
  await writeFile(join(root, 'spec/changelog/1.2.0.md'), '# 1.2.0\n')
  expect(deviations(root, changelogs(root))).toMatchObject([
    { path: 'spec/changelog/1.1.0.md', kind: 'stale' },
    { path: 'spec/changelog/1.2.0.md', kind: 'unexpected' },
  ])
})
