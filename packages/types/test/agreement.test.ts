import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Change, changes } from './changes.ts'

/*
 * `agreement.test-d.ts` compares our generated types with those of openapi-typescript. Here the compiler of `pnpm check`
 * reads it beside copies of the generated files, each with one change, all in one program.
 */

const home = fileURLToPath(new URL('..', import.meta.url))
const manifest = createRequire(import.meta.url).resolve('typescript-7/package.json')
const compiler = join(dirname(manifest), 'bin/tsc')

let folder: string
let errors: string[]

const copyOf = (change?: Change) => (change ? `change-${changes.indexOf(change)}` : 'unchanged')
const errorsOf = (change?: Change) => errors.filter(line => line.startsWith(`${copyOf(change)}/`))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agreement-'))
  const copies = [undefined, ...changes]
  await Promise.all(copies.map(copy))
  const compilerOptions = { noEmit: true, lib: ['es2024', 'dom', 'dom.iterable'] }
  const files = copies.map(change => `${copyOf(change)}/test/agreement.test-d.ts`)
  const config = { extends: join(home, '../../tsconfig.base.json'), compilerOptions, files }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  errors = await compile()
})

afterAll(() => rm(folder, { recursive: true }))

/** A copy of what the comparison reads, with one change or none. */
async function copy(change?: Change): Promise<void> {
  const place = join(folder, copyOf(change))
  await Promise.all(
    ['package.json', 'src', 'test/generated', 'test/agreement.test-d.ts'].map(path =>
      cp(join(home, path), join(place, path), { recursive: true }),
    ),
  )
  if (!change) return
  const path = join(place, 'src/generated', change.file)
  await writeFile(path, changed(await readFile(path, 'utf8'), change))
}

/** The text with the first `from` after the place replaced. */
function changed(text: string, { file, place, from, to }: Change): string {
  const start = text.indexOf(place)
  const at = text.indexOf(from, start)
  if (start === -1 || at === -1) throw new Error(`${file} has no ${from} after ${place}`)
  return text.slice(0, at) + to + text.slice(at + from.length)
}

/** The lines that the compiler prints, of errors in the comparison only. */
async function compile(): Promise<string[]> {
  const run = promisify(execFile)(process.execPath, [compiler, '-p', folder], { cwd: folder })
  const output = await run.then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
  return output.split(/\n(?! )/).filter(line => line.includes('/test/agreement.test-d.ts('))
}

test('unchanged types agree with those of openapi-typescript', () => {
  expect(errorsOf()).toEqual([])
})

test('the changes are in all generated files', () => {
  expect(changes.length).toBeGreaterThanOrEqual(20)
  const files = ['enums.ts', 'models.ts', 'operations.ts', 'schema.ts']
  expect([...new Set(changes.map(({ file }) => file))].sort()).toEqual(files)
})

test.each(changes)('$file, $place: $from does not become $to', change => {
  expect(errorsOf(change)).not.toEqual([])
})
