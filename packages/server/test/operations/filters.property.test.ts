import { simulate } from '@trading-network/simulator'
import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { sampled } from '@trading-network/test/sample'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { operations } from '../../src/network/open-network.ts'
import type { Operation, Parameter } from '../../src/parameters/contract.ts'
import { Chain } from '../chain.ts'
import { market, rewardPayout } from '../events.ts'
import { running } from '../running.ts'

const BLOCKS = 120
const simulated = [...simulate({ seed: 4, blocks: BLOCKS, scale: 2 })]
const { chainId } = JSON.parse(simulated[0] ?? '')
// Rewards of the network have no market any more; those of its past have one.
const { lines: past } = new Chain(chainId, 1_800_000_000_000_000_000n, BigInt(BLOCKS)).block(
  rewardPayout({ market: market(1), amount: '1' }),
)
const lines = [...simulated, ...past]
const { app } = await running(lines, { accept: ['times'] })

// biome-ignore lint/suspicious/noExplicitAny: the test reads into records of several types
type Edge = { readonly node: any; readonly cursor: string }
type Query = Readonly<Record<string, readonly string[]>>

/** A filter, as `x-tn-filters` of the contract says it. */
interface Filter extends Parameter {
  readonly tested: string
  readonly comparison: string | undefined
  readonly exceptions: readonly string[]
}

const sets = lines.filter(line => line.includes('"referralSetCreated"')).map(line => JSON.parse(line))
const referrers = new Map(sets.map(({ referralSetCreated: { setId, referrer } }) => [setId, referrer]))

/** The tests of filters that are rules, not fields. */
const RULES: Readonly<Record<string, (node: Edge['node']) => string>> = {
  latestState: ({ stopOrder }) => (stopOrder.updatedAt === '0' ? stopOrder.createdAt : stopOrder.updatedAt),
  referrer: ({ referralSetId }) => referrers.get(referralSetId),
  live: ({ current }) => String(/_(ACTIVE|PENDING|UNDEPLOYED)$/.test(current.status)),
  pendingOnly: ({ stopOrder }) => String(stopOrder.status === 'STATUS_PENDING'),
}
/** These choose no records by themselves; the tests of their operations have them. */
const OTHERS = ['derivedParties', 'totals']

function filtersOf({ path, parameters }: Operation): Filter[] {
  const described = contract.paths[path as '/api/v2/accounts'].get.parameters as {
    name?: string
    'x-tn-filters'?: string
  }[]
  return parameters.flatMap(parameter => {
    const text = described.find(({ name }) => name === parameter.name)?.['x-tn-filters'] ?? ''
    const [, tested = '', comparison, exceptions = ''] =
      /^(\S+)(?: (\S+) value)?(?: unless (.+))?$/.exec(text) ?? []
    if (!tested || OTHERS.includes(tested)) return []
    if (!tested.startsWith('/') && !(tested in RULES))
      throw new Error(
        `packages/server/test/operations/filters.property.test.ts: add the meaning of ${tested}`,
      )
    return [{ ...parameter, tested, comparison, exceptions: exceptions.split(' ').filter(Boolean) }]
  })
}

/** The value of a record that a filter tests. One without an optional value of an enum has its `_UNSPECIFIED`. */
function testedValue({ tested, enum: names }: Filter, edge: Edge): string {
  const keys = tested.split('/').slice(1)
  const value =
    RULES[tested]?.(edge.node) ??
    keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], edge)
  return String(value ?? names?.find(name => name.endsWith('_UNSPECIFIED')))
}

function keeps(filter: Filter, edge: Edge, query: Query): boolean {
  const { tested, comparison, exceptions, name, default: usual } = filter
  const given = query[name] ?? (usual === undefined ? [] : [String(usual)])
  const [first] = given
  if (first === undefined) return true
  if (exceptions.some(except => query[except] !== undefined || given.includes(except))) return true
  const value = testedValue(filter, edge)
  if (tested === 'live') return first === 'true' || value === 'false'
  if (tested === 'pendingOnly') return first === 'false' || value === 'true'
  if (comparison === '>=') return BigInt(value) >= BigInt(first)
  if (comparison === '<') return BigInt(value) < BigInt(first)
  if (comparison === '<=') return BigInt(value) <= BigInt(first)
  return given.includes(value)
}

/** Values to try: those of records, their neighbours in a range, and one that no record has. */
function triedIn(filter: Filter, edges: readonly Edge[]): string[] {
  const values = new Set(edges.map(edge => testedValue(filter, edge)))
  if (filter.comparison) for (const value of [...values]) values.add(String(BigInt(value) + 1n))
  if (filter.schema?.endsWith('Id')) values.add('ab'.repeat(32))
  return [...values].filter(value => filter.pattern === undefined || new RegExp(filter.pattern).test(value))
}

async function edgesOf({ path, page = '' }: Operation, query: Query): Promise<Edge[]> {
  const search = new URLSearchParams('pagination.newestFirst=false&pagination.first=5000')
  let target = path
  for (const [name, values] of Object.entries(query))
    for (const value of values)
      if (path.includes(`{${name}}`)) target = path.replace(`{${name}}`, value)
      else search.append(name, value)
  const response = await app.inject(`${target}?${search}`)
  expect(response.statusCode, `${target}?${search}`).toBe(200)
  return response.json()[page].edges
}

/** The events of a list that has a required filter. */
const EVENTS: Readonly<Record<string, string>> = {
  listFundingPeriodDataPoints: '"fundingPeriodDataPoint":',
  getStake: '"stakeLinking":',
  listNodeSignatures: '"nodeSignature":',
}

/** All records; those of a list with a required filter by each id that its events have. */
async function everyEdge(operation: Operation, filters: readonly Filter[]): Promise<Edge[]> {
  const required = filters.find(filter => filter.required)
  if (!required)
    return edgesOf(operation, filters.some(({ name }) => name === 'live') ? { live: ['true'] } : {})
  const own = lines.filter(line => line.includes(EVENTS[operation.operationId] ?? ''))
  const ids = new Set(own.flatMap(line => line.match(/(?<=")[0-9a-f]{64}(?=")/g) ?? []))
  const all: Edge[] = []
  for (const id of ids) all.push(...(await edgesOf(operation, { [required.name]: [id] })))
  return all
}

it.each(operations.filter(({ page }) => page))(
  'the records of $operationId are those that the filters of a request describe, whatever these are',
  async operation => {
    const filters = filtersOf(operation)
    const all = await everyEdge(operation, filters)
    const queries = filters.map(filter => {
      const tried = triedIn(filter, all)
      const numbers = tried.map(
        value => all.filter(edge => keeps(filter, edge, { [filter.name]: [value] })).length,
      )
      expect(Math.min(...numbers.filter(Boolean)), `${filter.name} divides the records`).toBeLessThan(
        all.length,
      )
      const values = fc.uniqueArray(fc.constantFrom(...tried), {
        minLength: 1,
        maxLength: filter.array ? 3 : 1,
      })
      return [filter.name, values] as const
    })
    const required = filters.filter(filter => filter.required).map(({ name }) => name)
    const query = fc.record(Object.fromEntries(queries), { requiredKeys: required })
    await fc.assert(
      fc.asyncProperty(query, async given => {
        const expected = all.filter(edge => filters.every(filter => keeps(filter, edge, given)))
        const found = await edgesOf(operation, given)
        expect(found.map(({ cursor }) => cursor)).toEqual(expected.map(({ cursor }) => cursor))
      }),
      { numRuns: sampled(200) },
    )
  },
)
