import { contractOf } from '../../src/load/files.ts'
import type { Json, JsonObject } from '../../src/load/json.ts'
import { Normaliser } from '../../src/normalise/normaliser.ts'
import type { Change } from '../../src/report.ts'
import { contract, diff, type Place } from '../contracts.ts'
import { acceptor } from './accept.ts'
import { candidates } from './candidates.ts'
import { described } from './described.ts'
import { bodySchema, randomPair, textSchema } from './random-schemas.ts'
import { generated, Sampler } from './sample.ts'

/** The result of the execution of one pair. */
export interface Proof {
  /** `nothing breaks`, `breaks`, or no claim: `may break`, or a schema without any valid value. */
  claim: 'nothing breaks' | 'breaks' | 'may break' | 'unsatisfiable'
  witnesses: number
  /** Breaking changes without a witness. */
  without: number
  /** Values that were tried against a claim that nothing breaks. */
  tried: number
  /** The description of a claim that execution refutes. */
  refuted?: string
}

const places: Place[] = ['body', 'response', 'parameter']

/** Compares two random schemas and executes what the comparison claims. */
export function prove(seed: number): Proof {
  const place = places[seed % 3] as Place
  const [base, revision] = randomPair(seed, choose =>
    place === 'parameter' ? textSchema(choose) : bodySchema(choose),
  )
  return proveOf(place, base, revision)
}

/**
 * Compares two schemas and executes what the comparison claims.
 *
 * @param executedAs The place whose direction the values are sent in; another one than the place must refute the claim.
 */
export function proveOf(place: Place, base: Json, revision: Json, executedAs = place): Proof {
  const carrier = place === 'parameter' ? 'text' : 'body'
  const whole = (schema: Json): JsonObject =>
    place === 'parameter' ? (schema as JsonObject) : { type: 'object', properties: { value: schema } }
  const accepts = (schema: Json) => acceptor(whole(schema), carrier) ?? (() => true)
  const [sent, read] = executedAs === 'response' ? [revision, base] : [base, revision]
  const { changes } = diff(contract(place, base), contract(place, revision))
  const seen = changes.filter(({ impact }) => impact.wire === 'breaking' || impact.wire === 'may-break')
  const describe = (problem: string) =>
    `${problem}\n  ${place}\n  base     ${JSON.stringify(base)}\n  revision ${JSON.stringify(revision)}\n  ${changes.map(each => `${each.impact.wire} ${each.ruleId} at ${each.location}`).join('\n  ')}`
  const breaking = seen.filter(({ impact }) => impact.wire === 'breaking')
  // The validator holds integers as doubles.
  const isExact = ({ from }: Change) => ![from].flat().some(each => typeof each === 'bigint')
  const proven = breaking.filter(change => change.witness?.value !== undefined && isExact(change))
  const without = breaking.length - proven.length
  if (seen.length > 0 && breaking.length === 0) return { claim: 'may break', witnesses: 0, without, tried: 0 }
  if (seen.length > 0 && proven.length === 0) return { claim: 'breaks', witnesses: 0, without, tried: 0 }
  const [isSent, isRead] = [accepts(described(sent)), accepts(read)]
  if (seen.length === 0) {
    const values = valuesOf(place, sent, read)
    const valid = values.filter(value => isSent(value))
    const refutation = valid.find(value => !isRead(value))
    // No message can show a break of a schema without valid values.
    if (valid.length === 0 || !values.some(value => isRead(value)))
      return { claim: 'unsatisfiable', witnesses: 0, without: 0, tried: 0 }
    const proof: Proof = { claim: 'nothing breaks', witnesses: 0, without: 0, tried: valid.length }
    return refutation === undefined
      ? proof
      : { ...proof, refuted: describe(`nothing should break, but: ${JSON.stringify(refutation)}`) }
  }
  const problem = proven.map(change => wrongWitness(change, isSent, isRead)).find(Boolean)
  return {
    claim: 'breaks',
    witnesses: proven.length,
    without,
    tried: 0,
    ...(problem ? { refuted: describe(problem) } : {}),
  }
}

function wrongWitness(
  { ruleId, witness }: Change,
  isSent: (value: Json) => boolean,
  isRead: (value: Json) => boolean,
): string | undefined {
  const value = witness?.value as Json
  if (!isSent(value)) return `the witness of ${ruleId} did not work before: ${JSON.stringify(value)}`
  return isRead(value) ? `the witness of ${ruleId} still works: ${JSON.stringify(value)}` : undefined
}

/** Values of every kind, random ones among them, for the whole body or the parameter. */
function valuesOf(place: Place, sent: Json, read: Json): Json[] {
  const sampler = () =>
    new Sampler(
      new Normaliser(contractOf({ openapi: '3.1.0', paths: {} })),
      place === 'response' ? 'response' : 'request',
    )
  const [sender, receiver] = [sampler(), sampler()]
  const values = [
    ...candidates(sender, [sent], receiver, [read]),
    ...candidates(receiver, [read], sender, [sent]),
    ...[1, 2, 3].flatMap(seed => [generated(sent as JsonObject, seed), generated(read as JsonObject, seed)]),
  ].filter(value => value !== undefined)
  return place === 'parameter' ? values : [{}, ...values.map(value => ({ value }))]
}
