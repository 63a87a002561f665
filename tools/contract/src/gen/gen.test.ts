import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gen } from './gen.ts'

const made = [
  { path: 'src/generated/enums.ts', text: 'enums\n' },
  { path: 'src/generated/models.ts', text: 'models\n' },
  { path: 'spec/dist/openapi.json', text: '{}\n' },
  { path: 'spec/structure.sha256', text: 'hash\n', amongWritten: true },
]
const generated = 'src/generated'

let root: string
let lines: string[]
const run = (isCheck = false) => {
  lines = []
  return gen(root, made, isCheck, line => lines.push(line))
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gen-'))
  run()
})

afterEach(() => rm(root, { recursive: true }))

describe('pnpm gen', () => {
  test('writes every artefact, and says so', async () => {
    expect(lines).toEqual([
      'created    spec/dist/openapi.json',
      'created    spec/structure.sha256',
      `created    ${generated}/enums.ts`,
      `created    ${generated}/models.ts`,
    ])
    for (const { path, text } of made) expect(await readFile(join(root, path), 'utf8')).toBe(text)
  })

  test('leaves current files untouched and repairs the others', async () => {
    const before = await stat(join(root, generated, 'enums.ts'))
    await writeFile(join(root, generated, 'models.ts'), 'tampered')
    await writeFile(join(root, generated, 'left-over.ts'), '')
    expect(run()).toBe(0)
    expect(lines).toEqual([`removed    ${generated}/left-over.ts`, `updated    ${generated}/models.ts`])
    expect((await stat(join(root, generated, 'enums.ts'))).mtimeMs).toBe(before.mtimeMs)
    expect(run(true)).toBe(0)
    expect(lines).toEqual(['4 generated files, all current'])
  })
})

describe('pnpm gen --check', () => {
  test('finds a byte that was changed by hand, and does not repair it', async () => {
    const path = join(root, generated, 'models.ts')
    const tampered = `${await readFile(path, 'utf8')} `
    await writeFile(path, tampered)
    expect(run(true)).toBe(1)
    expect(lines[0]).toBe(`stale      ${generated}/models.ts`)
    expect(lines[1]).toContain('Run `pnpm gen`')
    expect(await readFile(path, 'utf8')).toBe(tampered)
  })

  test('finds what nothing generates, files and folders', async () => {
    await writeFile(join(root, generated, 'stray.ts'), '')
    await mkdir(join(root, 'spec/dist/old'))
    expect(run(true)).toBe(1)
    expect(lines.slice(0, 2)).toEqual(['unexpected spec/dist/old', `unexpected ${generated}/stray.ts`])
  })
})
