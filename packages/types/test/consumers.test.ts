import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Project, project } from './consume.ts'

let consumer: Project

beforeAll(async () => {
  consumer = await project()
})

afterAll(() => consumer.remove())

const programs = ['nine-calls.ts', 'surface.ts', 'mistakes.ts', 'readme.ts', 'agents.ts']

describe.each(['5.4', '5.9', '7'] as const)('a consumer on TypeScript %s', version => {
  test.each([['strict'], ['not strict']])('compiles, %s', async mode => {
    const strict = mode === 'strict' ? ['--strict', '--exactOptionalPropertyTypes'] : ['--strict', 'false']
    expect(await consumer.check(version, programs, ...strict)).toBe('')
  })

  // The compilers before 7 ignore `exports` with `commonjs`, and read `types`.
  test.each(['commonjs', 'node16', 'nodenext'])('compiles from CommonJS, module %s', async module => {
    const required = ['nine-calls.ts', 'surface.ts', 'mistakes.ts'].map(program => `commonjs/${program}`)
    expect(await consumer.check(version, required, '--strict', '--module', module)).toBe('')
  })
})

test.each(['5.4', '5.9', '7'] as const)(
  'nine calls cost less than 200 type instantiations of %s',
  async version => {
    // Checkers in parallel count some types twice.
    const flags = ['--strict', '--extendedDiagnostics', ...(version === '7' ? ['--singleThreaded'] : [])]
    const report = await consumer.check(version, ['nine-calls.ts'], ...flags)
    const instantiations = Number(/Instantiations:\s+(\d+)/.exec(report)?.[1])
    expect(instantiations).toBeGreaterThan(0)
    expect(instantiations).toBeLessThan(200)
  },
)
