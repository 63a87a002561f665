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
 * reads it beside a copy of the generated files, with one change at a time.
 */

const home = fileURLToPath(new URL('..', import.meta.url))
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')), 'bin/tsc')
const comparison = 'test/agreement.test-d.ts'

let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'agreement-'))
  for (const path of ['package.json', 'src', 'test/generated', comparison])
    await cp(join(home, path), join(copy, path), { recursive: true })
  const compilerOptions = { noEmit: true, lib: ['es2024', 'dom', 'dom.iterable'] }
  const config = { extends: join(home, '../../tsconfig.base.json'), compilerOptions, files: [comparison] }
  await writeFile(join(copy, 'tsconfig.json'), JSON.stringify(config))
})

afterAll(() => rm(copy, { recursive: true }))

/** What the compiler prints: nothing without an error. */
async function compile(): Promise<string> {
  const run = promisify(execFile)(process.execPath, [compiler, '-p', copy], { cwd: copy })
  return run.then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
}

/** The text with the first `from` after the place replaced. */
function changed(text: string, { file, place, from, to }: Change): string {
  const start = text.indexOf(place)
  const at = text.indexOf(from, start)
  if (start === -1 || at === -1) throw new Error(`${file} has no ${from} after ${place}`)
  return text.slice(0, at) + to + text.slice(at + from.length)
}

test('unchanged types agree with those of openapi-typescript', async () => {
  expect(await compile()).toBe('')
})

test('the changes are in all generated files', () => {
  expect(changes.length).toBeGreaterThanOrEqual(20)
  expect(new Set(changes.map(({ file }) => file))).toEqual(
    new Set(['enums.ts', 'models.ts', 'operations.ts', 'schema.ts']),
  )
})

test.each(changes)('$file, $place: $from does not become $to', async change => {
  const path = join(copy, 'src/generated', change.file)
  const text = await readFile(path, 'utf8')
  try {
    await writeFile(path, changed(text, change))
    expect(await compile()).toContain(`${comparison}(`)
  } finally {
    await writeFile(path, text)
  }
})
