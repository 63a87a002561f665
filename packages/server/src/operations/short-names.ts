import type { Operation, Parameter } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { suggestion } from '../parameters/suggest.ts'
import { accounts } from '../projections/accounts.ts'
import { nodeSignatures } from '../projections/node-signatures.ts'
import { rewardSummaries } from '../projections/reward-summaries.ts'
import { badRequest, type FieldViolation, MAX_VIOLATIONS, quoted } from '../responses/problem.ts'
import { anyRow } from '../store/reading/page-sql.ts'
import { type Reading, rowsOf } from '../store/reading/reading.ts'
import type { ListedTable } from '../store/tables/table.ts'

/** Every column with the id of an asset or of a signed resource. Each leads an index. */
const CARRIERS: readonly (readonly [table: ListedTable, column: string])[] = [
  [accounts, 'asset'],
  [rewardSummaries, 'asset'],
  [nodeSignatures, 'resource'],
]

const HEXADECIMAL = /^([0-9a-fA-F]{2})+$/

/** A short name in a request. It is valid only if a record has it. */
interface ShortName {
  readonly parameter: Parameter
  readonly name: string
}

/**
 * Refuses a request unless a record has each of its short names. If every id is hexadecimal or well known, this
 * returns the original reading, without a look-up.
 */
export function withKnownNames(operation: Operation, query: Query, answer: Reading<string>): Reading<string> {
  const names = shortNames(operation, query)
  return names.length === 0 ? answer : afterLookUp(names, answer)
}

/** Returns the names in a request that only records can tell from mistyped ids. */
function shortNames({ parameters }: Operation, query: Query): ShortName[] {
  const found: ShortName[] = []
  for (const parameter of parameters) {
    const { wellKnown } = parameter
    const given = query[parameter.name]
    if (wellKnown === undefined || given === undefined) continue
    for (const name of [given].flat() as string[])
      if (!HEXADECIMAL.test(name) && !wellKnown.includes(name)) found.push({ parameter, name })
  }
  return found
}

/** @throws Problem 400 that names every violation at once */
function* afterLookUp(names: readonly ShortName[], answer: Reading<string>): Reading<string> {
  const violations: FieldViolation[] = []
  for (const shortName of names) {
    if (yield* isCarried(shortName.name)) continue
    violations.push(refused(shortName))
    if (violations.length === MAX_VIOLATIONS) break
  }
  if (violations.length > 0) throw badRequest(violations)
  return yield* answer
}

function* isCarried(name: string): Reading<boolean> {
  for (const [table, column] of CARRIERS) {
    // Such a record stays: its asset or resource is part of its key.
    const selection = { table, anyOf: new Map([[column, [name]]]), ranges: new Map() }
    if ((yield* rowsOf({ ...anyRow.of(selection, 'ASC', 1), settled: true }))[0]?.[0] === 1n) return true
  }
  return false
}

function refused({ parameter: { name: field, wellKnown = [] }, name }: ShortName): FieldViolation {
  const allowed = `an even number of hexadecimal digits, one of ${wellKnown.join(', ')}, or a name that a record carries`
  const hint = suggestion(name, wellKnown)
  return { field, description: `must be ${allowed}, got ${quoted(name)} (${name.length} characters)${hint}` }
}
