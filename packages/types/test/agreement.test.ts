import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Change, changes } from './changes.ts'

/** `pnpm long whole` makes every change. */
const tried = process.env.LONG_RUN ? changes : changes.filter((_, index) => index % 4 === 0)

/*
 * `agreement.test-d.ts` compares our generated types with those of openapi-typescript. Here the compiler of `pnpm check`
 * reads it beside copies of the generated files, each with one change. One program of all copies reads the libraries once.
 */

const home = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)
const compiler = join(dirname(require.resolve('typescript-7/package.json')), 'bin/tsc')
const comparison = 'test/agreement.test-d.ts'

let folder: string
/** The errors of the compiler in all copies. */
let errors: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agreement-'))
  const copies = [unchanged, ...tried.map(nameOf)]
  for (const copy of copies)
    for (const path of ['package.json', 'src', 'test/generated', comparison])
      await cp(join(home, path), join(folder, copy, path), { recursive: true })
  for (const change of tried) {
    const path = join(folder, nameOf(change), 'src/generated', change.file)
    await writeFile(path, changed(await readFile(path, 'utf8'), change))
  }
  const compilerOptions = { types: [] }
  const files = copies.map(copy => `${copy}/${comparison}`)
  const config = { extends: join(home, '../../tsconfig.json'), compilerOptions, include: [], files }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  errors = await promisify(execFile)(process.execPath, [compiler, '-p', folder], {
    cwd: folder,
    maxBuffer: 1e8,
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
})

afterAll(() => rm(folder, { recursive: true }))

/** The folders of the copies. */
const unchanged = 'unchanged'
const nameOf = (change: Change) => `change-${changes.indexOf(change)}`

/** The text with the first `from` after the place replaced. */
function changed(text: string, { file, place, from, to }: Change): string {
  const start = text.indexOf(place)
  const at = text.indexOf(from, start)
  if (start === -1 || at === -1) throw new Error(`${file} has no ${from} after ${place}`)
  return text.slice(0, at) + to + text.slice(at + from.length)
}

test('unchanged types agree with those of openapi-typescript', () => {
  expect(errors).not.toContain(`${unchanged}/`)
})

test('the changes are in all generated files', () => {
  expect(changes.length).toBeGreaterThanOrEqual(20)
  expect(new Set(changes.map(({ file }) => file))).toEqual(
    new Set(['enums.ts', 'models.ts', 'operations.ts', 'schema.ts']),
  )
})

test.each(tried)('$file, $place: $from does not become $to', change => {
  expect(errors).toContain(`${nameOf(change)}/${comparison}(`)
})
