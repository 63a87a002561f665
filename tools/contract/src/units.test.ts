import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { numbersWithoutUnit } from './units.ts'

it('names a number whose docstring has no unit', () => {
  const root = mkdtempSync(join(tmpdir(), 'units-'))
  mkdirSync(join(root, 'packages/fetch/src'), { recursive: true })
  writeFileSync(
    join(root, 'packages/fetch/src/options.ts'),
    `export interface Options {
  /** Time limit of an attempt, in milliseconds. */
  timeout?: number
  /** Time limit of a call. */
  deadline?: number | undefined
  /** Name of the call. */
  name: string
}
`,
  )
  expect(numbersWithoutUnit(root)).toEqual(['packages/fetch/src/options.ts deadline'])
  rmSync(root, { recursive: true })
})
