import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Project, project } from './consume.ts'

let consumer: Project

beforeAll(async () => {
  consumer = await project()
})

afterAll(() => consumer.remove())

const versions = ['5.4', '5.9', '7'] as const
const modules = ['nine-calls.ts', 'surface.ts', 'mistakes.ts', 'readme.ts', 'agents.ts']
const required = ['nine-calls.ts', 'surface.ts', 'mistakes.ts'].map(program => `commonjs/${program}`)
const strict = ['--strict', '--exactOptionalPropertyTypes']

describe.each(versions)('a consumer on TypeScript %s compiles', version => {
  // Of the resolutions of Node, node16 allows the least. The budget below compiles with nodenext.
  test('from ES modules and CommonJS', async () => {
    expect(await consumer.check(version, [...modules, ...required], ...strict, '--module', 'node16')).toBe('')
  })

  // The compilers before 7 ignore `exports` with `commonjs`, and read `types`.
  test('from CommonJS, module commonjs', async () => {
    expect(await consumer.check(version, required, '--strict', '--module', 'commonjs')).toBe('')
  })
})

test('a consumer that is not strict compiles', async () => {
  expect(await consumer.check('5.9', modules, '--strict', 'false')).toBe('')
})

test.each(versions)('nine calls cost less than 200 type instantiations of %s', async version => {
  // Checkers in parallel count some types twice.
  const flags = ['--strict', '--extendedDiagnostics', ...(version === '7' ? ['--singleThreaded'] : [])]
  const report = await consumer.check(version, ['nine-calls.ts'], ...flags)
  const instantiations = Number(/Instantiations:\s+(\d+)/.exec(report)?.[1])
  expect(instantiations).toBeGreaterThan(0)
  expect(instantiations).toBeLessThan(200)
})
