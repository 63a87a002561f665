import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from './run.ts'

/**
 * Compares the ledger of the source document with the titles of all tests. A test of a statement has its id in its
 * title: `[ACC-2]`. This is a check of the whole repository, so it is no test of the package `spec`, which would then
 * run again after an edit of any test.
 */
interface Statement {
  readonly id: string
  /** True for a statement about behaviour, which facts of the contract cannot prove. */
  readonly behaviour?: boolean
}

const statements = parse(readFileSync(join(root, 'spec/ledger.yaml'), 'utf8')) as Statement[]
const tests = globSync('{spec,examples,packages/*,tools/*}/{src,test,lint}/**/*.test.ts', { cwd: root })
const tested = new Map(tests.flatMap(file => idsIn(file).map(id => [id, file] as const)))
const known = new Set(statements.map(({ id }) => id))

const problems = [
  ...statements
    .filter(({ id, behaviour }) => behaviour && !tested.has(id))
    .map(({ id }) => `spec/ledger.yaml: no test has [${id}] in its title`),
  ...[...tested]
    .filter(([id]) => !known.has(id))
    .map(([id, file]) => `${file}: spec/ledger.yaml has no statement ${id}`),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1

function idsIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/\[([A-Z]{3}-\d+)\]/g)].map(([, id = '']) => id)
}
