import type { Operation, Parameter } from '../parameters/contract.ts'
import type { Query } from '../parameters/read.ts'
import { suggestion } from '../parameters/suggest.ts'
import { accounts } from '../projections/accounts.ts'
import { nodeSignatures } from '../projections/node-signatures.ts'
import { rewardSummaries } from '../projections/reward-summaries.ts'
import { badRequest, type FieldViolation, MAX_VIOLATIONS, quoted } from '../responses/problem.ts'
import { type Reading, read } from '../store/reading/reading.ts'
import { indexCondition } from '../store/tables/index-condition.ts'

/**
 * Tells if a record has a name, in any column with the id of an asset or of a signed resource. Each leads an index. Such a
 * record stays: its asset or resource is part of its key.
 */
const IS_CARRIED = [
  [accounts, 'asset'] as const,
  [rewardSummaries, 'asset'] as const,
  [nodeSignatures, 'resource'] as const,
]
  .map(([table, column]) => {
    const named = `${column} = (SELECT id FROM names WHERE text = ?1)`
    return `EXISTS (SELECT 1 FROM ${table.name} WHERE ${named} AND ${indexCondition(table, [column])})`
  })
  .join(' OR ')

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
  for (const [parameter, name] of names) {
    if (violations.length === MAX_VIOLATIONS) break
    const rows = yield* read({ text: `SELECT ${IS_CARRIED}`, values: [name] })
    if (rows[0]?.[0] !== 1n) violations.push(refused(parameter, name))
  }
  if (violations.length > 0) throw badRequest(violations)
  return yield* answer
}

function refused({ name: field, wellKnown = [] }: Parameter, name: string): FieldViolation {
  const allowed = `an even number of hexadecimal digits, one of ${wellKnown.join(', ')}, or a name that a record carries`
  const hint = suggestion(name, wellKnown)
  return { field, description: `must be ${allowed}, got ${quoted(name)} (${name.length} characters)${hint}` }
}
