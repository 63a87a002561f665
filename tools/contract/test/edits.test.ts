import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Change, compare } from '../src/diff/compare.ts'
import { classes } from '../src/diff/rate.ts'
import { type Edit, type Node, parameter, set } from './edits/contract.ts'
import { notation, records } from './edits/fields.ts'
import { falseMajors, limits, parameters } from './edits/parameters.ts'
import { headers, paths, responses } from './edits/responses.ts'
import { compareTogether, type Pair } from './edits/together.ts'
import { announced, enums, root, security, sunsets } from './edits/values.ts'

const bundle = new URL('../../../spec/dist/openapi.json', import.meta.url)
const contract = JSON.parse(readFileSync(bundle, 'utf8')) as Node
const edits = [
  parameters,
  limits,
  responses,
  headers,
  paths,
  records,
  notation,
  enums,
  security,
  root,
  sunsets,
  falseMajors,
].flat()

function pairOf([, , edit, before]: Edit): Pair {
  const base = structuredClone(contract)
  before?.(base)
  const revision = structuredClone(base)
  edit(revision)
  return { base, revision }
}

describe('the class that a person gives an edit of the contract', () => {
  let found: Change[][]
  beforeAll(async () => {
    found = await compareTogether(edits.map(pairOf))
  })

  it.each(edits.map(([what, judged], i) => [what, judged, i] as const))('%s: %s', (_, judged, i) => {
    const changes = found[i] ?? []
    const worst = classes.find(each => changes.some(change => change.class === each))
    expect(worst ?? 'none', changes.map(({ message }) => message).join('\n')).toBe(judged)
  })
})

it('has one entry for a cause in many responses of many operations', async () => {
  const edit = headers.find(([what]) => what === 'a header of all responses is new') as Edit
  const { base, revision } = pairOf(edit)
  const changes = await compare(base as never, revision as never)
  expect(changes).toMatchObject([
    { message: 'Header `X-Later` was added.', place: 'getOrder, getStake and 7 more' },
  ])
})

it('has the same entries in the same order, whatever the order of the contract', async () => {
  const reversed = (value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, each]) => [key, reversed(each)]),
        )
  const older = JSON.parse(
    readFileSync(new URL('../../../spec/released/2.1.0.json', import.meta.url), 'utf8'),
  )
  const changes = await compare(older, contract as never)
  expect(changes.length).toBeGreaterThan(50)
  expect(await compare(reversed(older) as never, reversed(contract) as never)).toEqual(changes)
})

it('tells the announced sunset of what is gone', async () => {
  const base = structuredClone(contract)
  announced(base)
  const revision = structuredClone(base)
  set(parameter(revision, 'listAccounts', 'filter.assetId'), { name: 'filter.assets' })
  const [gone] = await compare(base as never, revision as never)
  expect(gone).toMatchObject({ class: 'breaking', sunset: '2027-06-30', operations: ['listAccounts'] })
})
