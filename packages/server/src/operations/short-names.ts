import type { Operation, Parameter } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { suggestion } from '../parameters/suggest.ts'
import { accounts } from '../projections/accounts.ts'
import { nodeSignatures } from '../projections/node-signatures.ts'
import { rewardSummaries } from '../projections/reward-summaries.ts'
import { badRequest, type FieldViolation, MAX_VIOLATIONS, quoted } from '../responses/problem.ts'
import { planOf } from '../store/reading/plan.ts'
import type { Reading } from '../store/reading/reading.ts'
import type { ListedTable } from '../store/tables/table.ts'

/** Every column with the id of an asset or of a signed resource. Each leads an index. */
const CARRIERS: readonly (readonly [table: ListedTable, column: string])[] = [
  [accounts, 'asset'],
  [rewardSummaries, 'asset'],
  [nodeSignatures, 'resource'],
]

const HEXADECIMAL = /^([0-9a-fA-F]{2})+$/

/** A short name in a request. It is valid only if a record has it. */
type ShortName = readonly [parameter: Parameter, name: string]

/** Reads the answer if a record has each short name of the request. Without any, it is the same reading. */
export function withKnownNames(
  { parameters }: Operation,
  query: Query,
  answer: Reading<string>,
): Reading<string> {
  const names: ShortName[] = []
  for (const parameter of parameters) {
    const { wellKnown } = parameter
    const given = query[parameter.name]
    if (wellKnown === undefined || given === undefined) continue
    // Ids that are hexadecimal or well known need no look-up.
    for (const name of [given].flat() as string[])
      if (!HEXADECIMAL.test(name) && !wellKnown.includes(name)) names.push([parameter, name])
  }
  return names.length === 0 ? answer : afterLookUp(names, answer)
}

/** @throws Problem 400 that names every violation at once */
function* afterLookUp(names: readonly ShortName[], answer: Reading<string>): Reading<string> {
  const violations: FieldViolation[] = []
  for (const [parameter, name] of names)
    if (violations.length < MAX_VIOLATIONS && !(yield* isCarried(name)))
      violations.push(refused(parameter, name))
  if (violations.length > 0) throw badRequest(violations)
  return yield* answer
}

function* isCarried(name: string): Reading<boolean> {
  for (const [table, column] of CARRIERS) {
    // Such a record stays: its asset or resource is part of its key.
    const selection = { table, anyOf: new Map([[column, [name]]]), ranges: new Map() }
    if ((yield* planOf(selection, 'ASC').edges({ selection, limit: 1 })).count > 0) return true
  }
  return false
}

function refused({ name: field, wellKnown = [] }: Parameter, name: string): FieldViolation {
  const allowed = `an even number of hexadecimal digits, one of ${wellKnown.join(', ')}, or a name that a record carries`
  const hint = suggestion(name, wellKnown)
  return { field, description: `must be ${allowed}, got ${quoted(name)} (${name.length} characters)${hint}` }
}
