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
})

test('nine calls cost less than 1000 type instantiations', async () => {
  const report = await consumer.check('5.9', ['nine-calls.ts'], '--strict', '--extendedDiagnostics')
  const instantiations = Number(/Instantiations:\s+(\d+)/.exec(report)?.[1])
  expect(instantiations).toBeGreaterThan(0)
  expect(instantiations).toBeLessThan(1000)
})
