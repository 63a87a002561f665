import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { plainContract } from '../../test/contract.ts'
import { artefacts } from './artefacts.ts'
import { gen } from './gen.ts'

const make = () => artefacts({ 'spec/dist/openapi.json': `${JSON.stringify(plainContract)}\n` })
const generated = 'packages/types/src/generated'

let root: string
let lines: string[]
const run = (...args: string[]) => {
  lines = []
  return gen(args, root, make, line => lines.push(line))
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gen-'))
  await run()
})

afterEach(() => rm(root, { recursive: true }))

describe('pnpm gen', () => {
  test('writes every artefact, and says so', async () => {
    expect(lines).toEqual([
      'created    packages/fetch/src/generated/examples.ts',
      `created    ${generated}/enums.ts`,
      `created    ${generated}/models.ts`,
      `created    ${generated}/operations.ts`,
      `created    ${generated}/schema.ts`,
      'created    packages/types/test/generated/untransformed.ts',
      'created    spec/dist/openapi-3.0.json',
      'created    spec/dist/openapi.json',
      'created    spec/structure.sha256',
    ])
    for (const { path, text } of await make()) expect(await readFile(join(root, path), 'utf8')).toBe(text)
  })

  test('leaves current files untouched and repairs the others', async () => {
    const before = await stat(join(root, generated, 'enums.ts'))
    await writeFile(join(root, generated, 'models.ts'), 'tampered')
    await writeFile(join(root, generated, 'left-over.ts'), '')
    expect(await run()).toBe(0)
    expect(lines).toEqual([`removed    ${generated}/left-over.ts`, `updated    ${generated}/models.ts`])
    expect((await stat(join(root, generated, 'enums.ts'))).mtimeMs).toBe(before.mtimeMs)
    expect(await run('--check')).toBe(0)
  })

  test('gives the same bytes in any working directory', async () => {
    const before = process.cwd()
    try {
      process.chdir(root)
      expect(await run('--check')).toBe(0)
    } finally {
      process.chdir(before)
    }
  })

  test('--help explains and makes nothing', async () => {
    const never = () => Promise.reject(new Error('made'))
    expect(await gen(['--help'], root, never, line => lines.push(line))).toBe(0)
    expect(lines.at(-1)).toContain('pnpm gen --check')
  })

  test('a misspelt flag is refused', async () => {
    await expect(run('--chekc')).rejects.toThrow("Unknown option '--chekc'")
  })
})

describe('pnpm gen --check', () => {
  test('passes on a current tree', async () => {
    expect(await run('--check')).toBe(0)
    expect(lines).toEqual(['9 generated files, all current'])
  })

  test('finds a byte that was changed by hand, and does not repair it', async () => {
    const path = join(root, generated, 'models.ts')
    const tampered = `${await readFile(path, 'utf8')} `
    await writeFile(path, tampered)
    expect(await run('--check')).toBe(1)
    expect(lines[0]).toBe(`stale      ${generated}/models.ts`)
    expect(lines[1]).toContain('Run `pnpm gen`')
    expect(await readFile(path, 'utf8')).toBe(tampered)
  })

  test('finds a missing file and a missing folder', async () => {
    await rm(join(root, generated, 'enums.ts'))
    await rm(join(root, 'spec'), { recursive: true })
    expect(await run('--check')).toBe(1)
    expect(lines.slice(0, 2)).toEqual([
      `missing    ${generated}/enums.ts`,
      'missing    spec/dist/openapi-3.0.json',
    ])
  })

  test('finds what nothing generates, files and folders', async () => {
    await writeFile(join(root, generated, 'stray.ts'), '')
    await mkdir(join(root, 'spec/dist/old'))
    expect(await run('--check')).toBe(1)
    expect(lines.slice(0, 2)).toEqual([`unexpected ${generated}/stray.ts`, 'unexpected spec/dist/old'])
  })
})
