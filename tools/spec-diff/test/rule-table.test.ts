import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ruleTable } from '../src/rules/table.ts'
import { counterexamples } from '../src/witness/counterexamples.ts'

const folder = new URL('../src/', import.meta.url).pathname
const ids = ruleTable.map(({ id }) => id)

/** The source besides the table itself. */
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.startsWith('rules'))
  .map(file => readFileSync(join(folder, file), 'utf8'))
  .join('\n')

const limits = /^(maximum|minimum|(min|max)-(length|items|properties))-(raised|lowered|set|dropped)$/

it('names each rule once', () => {
  expect(new Set(ids).size).toBe(ids.length)
})

it('has no rule that nothing emits', () => {
  expect(ids.filter(id => !limits.test(id) && !source.includes(`'${id}'`))).toEqual([])
})

it('has every rule that is emitted', () => {
  const emitted = [...source.matchAll(/(?:differs|note)\([^;']*'([a-z]+(?:-[a-z]+)+)'/g)].map(
    ([, id = '']) => id,
  )
  expect(emitted.length).toBeGreaterThan(40)
  expect(emitted.filter(id => !ids.includes(id))).toEqual([])
})

it('has a counterexample, or a reason for none, for every breaking rule of schemas', () => {
  const subjects = ['values', 'limits', 'structure', 'combinations']
  const breaking = ruleTable.filter(
    ({ subject, request, response }) =>
      subjects.includes(subject) && [request.wire, response.wire].includes('breaking'),
  )
  const unknown = breaking.filter(({ id, noWitness }) => !counterexamples[id] && noWitness === undefined)
  expect(unknown.map(({ id }) => id)).toEqual([])
  expect(Object.keys(counterexamples).filter(id => !ids.includes(id))).toEqual([])
})
