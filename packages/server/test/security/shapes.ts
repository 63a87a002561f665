import fc from 'fast-check'
import { operations } from '../../src/network/open-network.ts'
import type { Operation, Parameter } from '../../src/parameters/contract.ts'
import { accounts } from '../../src/projections/accounts.ts'
import { fundingPoints } from '../../src/projections/funding-points.ts'
import { liquidityProvisions } from '../../src/projections/liquidity-provisions.ts'
import { nodeSignatures } from '../../src/projections/node-signatures.ts'
import { referees } from '../../src/projections/referees.ts'
import { rewardSummaries } from '../../src/projections/reward-summaries.ts'
import { stakeLinkings } from '../../src/projections/stake-linkings.ts'
import { stopOrders } from '../../src/projections/stop-orders.ts'
import { encodeCursor } from '../../src/store/tables/cursor.ts'
import type { ListedTable } from '../../src/store/tables/table.ts'

/** A request: its target, and the values in it that a client is free to choose. */
export interface ShapedRequest {
  readonly operation: Operation
  readonly target: string
  /** Of no use as evidence when shorter: some digit stands in every SQL text. */
  readonly chosen: readonly string[]
}

/** Which parameters are given and how many values each has; what a list of the contract offers is chosen already. */
interface Shape {
  readonly operation: Operation
  readonly given: readonly { readonly parameter: Parameter; readonly values: fc.Arbitrary<string[]> }[]
}

const MIN_EVIDENCE = 6

/** The table that each list pages over, which its cursors are bound to. */
const LISTED: Readonly<Record<string, ListedTable>> = {
  listFundingPeriodDataPoints: fundingPoints,
  listEpochRewardSummaries: rewardSummaries,
  listReferralSetReferees: referees,
  listStopOrders: stopOrders,
  listAccounts: accounts,
  listLiquidityProvisions: liquidityProvisions,
  getStake: stakeLinkings,
  listNodeSignatures: nodeSignatures,
}

const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 })
/** No hexadecimal digits, so that it is looked up whether a record carries it. */
const name = fc
  .string({ unit: fc.constantFrom(...'0123456789abcdefXYZ'), minLength: 11, maxLength: 63 })
  .map(rest => `X${rest}`)
/** Short of the ends of what is stored: a bound there is none, and its SQL is without it. */
const storable = (least: bigint) => fc.bigInt({ min: least, max: 2n ** 62n }).map(String)
const text = fc.string({ unit: 'grapheme', minLength: MIN_EVIDENCE }).filter(text => !text.includes('\0'))
const cursor = (tag: number) =>
  fc
    .tuple(fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }), fc.bigInt({ min: 0n, max: 2n ** 47n }))
    .map(([at, pos]) => encodeCursor(tag, { at, pos }))

/** Two requests of the same shape, each with values of its own. */
export const alike: fc.Arbitrary<readonly [ShapedRequest, ShapedRequest]> = fc
  .constantFrom(...operations)
  .chain(shapeOf)
  .chain(shape => fc.tuple(requestOf(shape), requestOf(shape)))

function shapeOf(operation: Operation): fc.Arbitrary<Shape> {
  const tag = LISTED[operation.operationId]?.tag ?? 0
  const given = fc.tuple(
    ...operation.parameters.map(parameter => {
      const values = valuesOf(parameter, tag).map(values => ({ parameter, values }))
      return parameter.required ? values : fc.option(values, { nil: undefined, freq: 2 })
    }),
  )
  return given.map(all => ({ operation, given: all.filter(one => one !== undefined) }))
}

/** How the values of a parameter are drawn, as far as the shape decides. */
function valuesOf(parameter: Parameter, tag: number): fc.Arbitrary<fc.Arbitrary<string[]>> {
  if (parameter.kind === 'enum' || parameter.kind === 'boolean') {
    const offered = parameter.enum ?? ['true', 'false']
    const most = parameter.array ? offered.length : 1
    return fc.uniqueArray(fc.constantFrom(...offered), { minLength: 1, maxLength: most }).map(fc.constant)
  }
  const counts = parameter.array ? [1, 1, 2, 3, 7, 20, 70, 130] : [1]
  // A name that no record carries ends in 400, so most ids are hashes: a 400 reads less.
  const ids = fc.oneof(
    { weight: 7, arbitrary: fc.constant(hash) },
    { weight: 1, arbitrary: fc.constant(name) },
  )
  const value = parameter.wellKnown ? ids : fc.constant(oneValue(parameter, tag))
  return fc.tuple(fc.constantFrom(...counts), value).map(([count, value]) => {
    const size = { minLength: count, maxLength: count }
    return fc.uniqueArray(value, size)
  })
}

function oneValue({ kind, schema, minimum, maximum, pattern }: Parameter, tag: number): fc.Arbitrary<string> {
  if (kind === 'int32') return fc.integer({ min: minimum ?? 0, max: maximum ?? 2 ** 31 - 1 }).map(String)
  if (kind === 'int64') return storable(-(2n ** 62n))
  if (kind === 'uint64') return storable(0n)
  if (schema === 'Cursor') return cursor(tag)
  return pattern === undefined ? text : hash
}

function requestOf({ operation, given }: Shape): fc.Arbitrary<ShapedRequest> {
  return fc.tuple(...given.map(({ values }) => values)).map(all => {
    const query = new URLSearchParams()
    let path = operation.path
    for (const [index, { parameter }] of given.entries()) {
      for (const value of all[index] ?? [])
        if (parameter.in === 'query') query.append(parameter.name, value)
        else path = path.replace(`{${parameter.name}}`, encodeURIComponent(value))
    }
    const target = query.size === 0 ? path : `${path}?${query}`
    const chosen = all.flat().filter(value => value.length >= MIN_EVIDENCE)
    // A counterexample reads as the request that it is.
    return { operation, target, chosen, [fc.toStringMethod]: () => target }
  })
}
