import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Change, compare } from '../src/diff/compare.ts'
import { classes } from '../src/diff/rate.ts'
import { change, deprecated, type Node, patched } from './edits/edit.ts'
import { enums } from './edits/enums.ts'
import { fields, notation } from './edits/fields.ts'
import { keywords } from './edits/keywords.ts'
import { parameters, values } from './edits/requests.ts'
import { headers, paths, responses } from './edits/responses.ts'
import { compareEach } from './edits/together.ts'
import { keys, root, sunsets } from './edits/whole.ts'

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../../spec/${file}`, import.meta.url), 'utf8'))
const contract = shortened(read('dist/openapi.json'))
const all = [
  parameters,
  values,
  responses,
  headers,
  paths,
  fields,
  notation,
  enums,
  keys,
  root,
  sunsets,
  keywords,
].flat()
/** `pnpm long whole` compares all. */
const edits = process.env.LONG_RUN ? all : all.filter((_, index) => index % 4 === 0)

/** Long texts, examples and errors take most of the time of a comparison. Security schemes are for the edits of keys. */
function shortened(contract: Node): Node {
  const short = JSON.stringify(contract, (key, value) => {
    if (/^(value|304|400|405|500)$/.test(key)) return undefined
    return key === 'description' && typeof value === 'string' ? '.' : value
  })
  const { components, ...others } = JSON.parse(short)
  const key = (name: string) => ({ type: 'apiKey', in: 'header', name })
  return {
    ...others,
    components: { ...components, securitySchemes: { Key: key('X-Key'), Token: key('X-Token') } },
  }
}

describe('the class that a person gives an edit of the contract', () => {
  let found: Change[][]
  beforeAll(async () => {
    found = await compareEach(contract, edits)
  })

  it.each(edits.map(([what, judged], i) => [what, judged, i] as const))('%s: %s', (_, judged, i) => {
    const changes = found[i] ?? []
    const worst = classes.find(each => changes.some(change => change.class === each))
    expect(worst ?? 'none', changes.map(({ message }) => message).join('\n')).toBe(judged)
  })
})

it('has one entry for a cause in many responses of many operations, and tells an announced sunset', async () => {
  const old = { 'x-sunset': '2027-06-30', schema: { type: 'string' } }
  const text = JSON.stringify(contract).replaceAll(
    '"X-Chain-Id":{',
    `"X-Old":${JSON.stringify(old)},"X-Chain-Id":{`,
  )
  expect(await compare(JSON.parse(text), contract as never)).toMatchObject([
    {
      class: 'breaking',
      message: 'Response header `X-Old` was removed.',
      place: 'getOrder, getStake and 7 more',
      sunset: '2027-06-30',
    },
  ])
})

it('has one entry for a field that is gone, and tells the sunset of a value that is gone', async () => {
  const old = patched(contract, 'field Account balance', deprecated)
  const removed = patched(old, 'schema Account', node => ({
    properties: { balance: null },
    ...change('required', ['balance'])(node),
  }))
  const isWire = (each: Change) => each.class !== 'documentation'
  expect((await compare(old as never, removed as never)).filter(isWire)).toMatchObject([
    { message: 'Field `Account.balance` was removed.', place: 'listAccounts', sunset: '2027-06-30' },
  ])
  const days = { ACCOUNT_TYPE_BOND: { since: '2026-12-01', sunset: '2027-06-30' } }
  const announced = patched(contract, 'schema AccountType', { 'x-tn-deprecated-values': days })
  const without = patched(announced, 'schema AccountType', change('enum', ['ACCOUNT_TYPE_BOND']))
  expect((await compare(announced as never, without as never)).filter(isWire)).toMatchObject([
    { message: '`enum` of `AccountType` lost `ACCOUNT_TYPE_BOND`.', sunset: '2027-06-30' },
  ])
})

it('tells another reference as a change of the place that refers', async () => {
  const place = 'value listEpochRewardSummaries filter.fromEpoch'
  const other = patched(contract, place, { $ref: '#/components/schemas/PartyId' })
  const found = (await compare(contract as never, other as never)).filter(
    ({ class: name }) => name === 'breaking',
  )
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^`pattern` of `filter.fromEpoch` changed from .* to .*network/),
  ])
})

it('names the parameter that is in another place, and the part of a schema', async () => {
  const old = patched(contract, 'parameter getOrder version', deprecated)
  const header = patched(old, 'parameter getOrder version', { in: 'header' })
  const changed = patched(header, 'value listAccounts filter.marketIds', { not: { const: [] } })
  expect(await compare(old as never, changed as never)).toMatchObject([
    { message: '`in` of `version` changed from `query` to `header`.', sunset: '2027-06-30' },
    { message: 'Schema `filter.marketIds.not` was added.' },
  ])
})

it('tells the sunset of a parameter whose path is gone', async () => {
  const old = patched(contract, 'parameter getOrder version', deprecated)
  const removed = patched(old, 'path getOrder', null)
  expect((await compare(old as never, removed as never))[0]).toMatchObject({
    message: expect.stringContaining('Path'),
    sunset: '2027-06-30',
  })
})

it.each([
  ['other.yaml#/PartyId', 'this file has no other.yaml#/PartyId'],
  ['#/components/schemas/PartyId', '#/components/schemas/PartyId leads back to itself'],
])('refuses the reference %s of PartyId', async ($ref, problem) => {
  const lost = patched(contract, 'schema PartyId', () => ({ $ref }))
  await expect(compare(contract as never, lost as never)).rejects.toThrow(problem)
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
  const older = read('released/2.1.0.json')
  const changes = await compare(older, contract as never)
  expect(changes.length).toBeGreaterThan(50)
  expect(await compare(reversed(older) as never, reversed(contract) as never)).toEqual(changes)
})
