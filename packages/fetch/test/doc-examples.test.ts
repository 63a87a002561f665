import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { documentedExports, documentedOptions, faults } from './doc-examples.ts'

const documented = documentedExports()

it('finds the exports of every entry point', () => {
  const names = documented.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['createClient', 'CallOptions', 'openapiFetch']))
  expect(names).toEqual(expect.arrayContaining(['exampleFetch', 'watch']))
})

it.each(documented)('$name says what it is', ({ description }) => {
  expect(description.length).toBeGreaterThan(20)
})

it.each(documented.filter(({ isFunction }) => isFunction))('$name has an example', ({ example }) => {
  expect(example).toBeDefined()
})

it.each(documentedOptions())('the option $name has a default, an example and a link', option => {
  expect(option.example).toBeDefined()
  if (!option.name.endsWith('-baseUrl')) expect(option.default).toBeDefined()
  const [, path, anchor] = /\/tree\/main\/(.*)#(.*)/.exec(option.link!) ?? []
  if (!path) return expect(option.link).toMatch(/^https:/)
  const headings = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8').match(/^## .*/gm)!
  expect(headings.map(heading => heading.slice(3).toLowerCase().replaceAll(' ', '-'))).toContain(anchor)
})

it('every example compiles, and one that is wrong does not', () => {
  const wrong = {
    name: 'wrong',
    isFunction: true,
    description: '',
    example: "client.listAccounts({ 'filter.partyId': [partyId] })",
  }
  expect(faults([...documented, ...documentedOptions(), wrong])).toEqual([
    expect.stringContaining("filter.partyId'' does not exist"),
  ])
})
