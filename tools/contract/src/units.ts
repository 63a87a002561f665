import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Words that say what a number counts or measures. */
const UNIT =
  /\b(milliseconds|seconds|ms|nanoseconds|bytes|status|code|number of|how many|at most|records|requests|attempts|attempt|blocks|decimals|digits|so many)\b/i

/** Matches a property that has a number and a docstring. A property without a docstring is not public. */
const NUMBER = /\/\*\*((?:(?!\*\/).)*)\*\/\s*(?:\w+ )*(\w+)\??: [^\n]*\bnumber\b/gs

/** Numbers of the public API whose docstring has no unit, as `file name`. `pnpm lint` runs it. */
export function numbersWithoutUnit(root: string): string[] {
  const files = globSync('packages/{fetch,types}/src/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/*.test-d.ts', '**/generated/**'],
  })
  return files.flatMap(path => {
    const numbers = readFileSync(join(root, path), 'utf8').matchAll(NUMBER)
    return [...numbers].flatMap(([, doc = '', name]) => (UNIT.test(doc) ? [] : `${path} ${name}`))
  })
}

if (import.meta.main) {
  const found = numbersWithoutUnit(fileURLToPath(new URL('../../..', import.meta.url)))
  for (const place of found) console.error(`${place}: its docstring says no unit`)
  process.exitCode = found.length > 0 ? 1 : 0
}
