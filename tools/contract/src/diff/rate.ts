import { isObject, type Json, type JsonObject, nameOf, nodeAt } from './document.ts'
import { type Class, code, type Finding, sunsetIn } from './finding.ts'
import type { Difference } from './redocly.ts'

type Rating = Omit<Finding, 'pointer'>

/** What a difference on the wire means to users of this contract; nothing if another difference tells it. */
export function rate(difference: Difference, base: JsonObject, revision: JsonObject): Finding[] {
  const { path, kind, typeName, property = '' } = difference
  const isPart =
    kind !== 'modified' || property === 'key' || (typeName === 'Parameter' && property === 'name')
  // No operation uses what redocly meets here first. But schemas are types, and their parts have names there.
  const isUnused = /^#\/components\/(?!securitySchemes\/)/.test(path)
  if (isUnused && !(isPart && path.startsWith('#/components/schemas/'))) return []
  const [before, after] = [pointerOf(difference, 'base'), pointerOf(difference, 'revision')]
  const was = before === undefined ? undefined : nodeAt(base, before)
  const is = after === undefined ? undefined : nodeAt(revision, after)
  const pointer = after ?? before ?? '#'
  const ratings = () => {
    if (isPart) return ratePart(difference, nameOf(pointer), was)
    if (typeName !== 'Schema' || !isObject(was) || !isObject(is))
      return [rateKeyword(difference, nameOf(pointer))]
    const isOpen = nodeAt(revision, `#/components/schemas/Open${nameOf(pointer)}`) !== undefined
    if (property === 'enum' && was.enum && is.enum)
      return rateEnum(difference, nameOf(pointer), was, is, isOpen)
    if (property === 'required') return rateRequired(nameOf(pointer), was, is)
    return [rateKeyword(difference, nameOf(pointer))]
  }
  return ratings().map(each => ({ ...each, pointer }))
}

/** The pointer to the node that differs: that of a keyword has its name, where the node has it. */
function pointerOf({ kind, property, ...sides }: Difference, side: 'base' | 'revision'): string | undefined {
  const { pointer, value } = sides[side] ?? {}
  const isOfKeyword = kind === 'modified' && property !== 'key' && value !== undefined
  return isOfKeyword ? pointer?.replace(/\/[^/]*$/, '') : pointer
}

/** By the impact in `redocly.yaml`: what `major` rules find breaks, what others find may break. */
function classOf({ verdicts }: Difference, otherwise: Class): Class {
  if (verdicts.length === 0) return otherwise
  return verdicts.some(({ impact }) => impact === 'major') ? 'breaking' : 'may-break'
}

/** A part that is new, gone, or has another name. */
function ratePart(difference: Difference, place: string, was: Json | undefined): Rating[] {
  const { kind, typeName, verdicts, base, revision } = difference
  const { value } = revision ?? base ?? {}
  const name = isObject(value) && typeof value.name === 'string' ? value.name : place
  const told =
    kind === 'modified' ? `${code(base?.value)} became ${code(value)}` : `${code(name)} was ${kind}`
  const noun = typeName === 'Schema' && name.includes('.') ? 'Property' : typeName
  const message = verdicts[0]?.message ?? `${noun} ${told}.`
  // Clients handle every error in one way.
  const isError = typeName === 'Response' && !/\/responses\/2\w\w$/.test(base?.pointer ?? '')
  if (isError) return [{ class: 'non-breaking', message }]
  if (kind === 'added') return [{ class: classOf(difference, 'non-breaking'), message }]
  // The parameter tells that a variable of its path has another name.
  if (typeName === 'PathItem' && verdicts.length === 0) return []
  // Redocly finds each requirement of keys that makes a difference.
  const otherwise = typeName.startsWith('Security') ? 'non-breaking' : 'may-break'
  const verdict = classOf(difference, /^(Parameter|Schema)$/.test(typeName) ? 'breaking' : otherwise)
  return [{ class: verdict, message, sunset: sunsetIn(was) }]
}

/** The values of an enum that are gone and new. The types have a name for each. */
function rateEnum(
  difference: Difference,
  name: string,
  was: JsonObject,
  is: JsonObject,
  isOpen: boolean,
): Rating[] {
  const [lost, gained] = [missing(was.enum, is.enum), missing(is.enum, was.enum)]
  const days = was['x-tn-deprecated-values'] as JsonObject | undefined
  const isSent = difference.verdicts.some(({ ruleId }) => ruleId === 'enum-values-added')
  const ratings: Rating[] = []
  if (lost.length > 0)
    ratings.push({
      class: 'breaking',
      message: `Enum ${code(name)} lost ${code(...lost)}.`,
      sunset: sunsetIn(lost.map(value => days?.[value])),
    })
  if (gained.length > 0)
    ratings.push({
      class: isSent && !isOpen ? 'may-break' : 'non-breaking',
      message: `Enum ${code(name)} gained ${code(...gained)}.`,
    })
  return ratings
}

/** The fields that a schema begins or ceases to require. New and removed ones are told as such. */
function rateRequired(name: string, was: JsonObject, is: JsonObject): Rating[] {
  const isField = (field: string) =>
    [was, is].every(({ properties }) => field in ((properties as JsonObject) ?? {}))
  const lost = missing(was.required, is.required).filter(isField)
  const gained = missing(is.required, was.required).filter(isField)
  const ratings: Rating[] = []
  if (lost.length > 0)
    ratings.push({ class: 'breaking', message: `${code(name)} may lack ${code(...lost)}.` })
  if (gained.length > 0)
    ratings.push({ class: 'non-breaking', message: `${code(name)} always has ${code(...gained)}.` })
  return ratings
}

function missing(from: Json | undefined, to: Json | undefined): string[] {
  const [values, others] = [[from ?? []].flat(), [to ?? []].flat()]
  return values.filter(each => !others.includes(each)).map(String)
}

/** A keyword with another value. */
function rateKeyword(difference: Difference, name: string): Rating {
  const { typeName, property = '', verdicts, base, revision } = difference
  const [from, to] = [base?.value, revision?.value]
  const told = from === undefined ? `was set to ${code(to)}` : `changed from ${code(from)} to ${code(to)}`
  const message = `${code(property)} of ${code(name)} ${to === undefined ? 'was removed' : told}.`
  if (/^(default|format)$/.test(property) || typeName.startsWith('Server'))
    return { class: 'may-break', message }
  // Rules find a limit that is gone or wider in responses only, where few programs depend on it.
  const isWider = /^max/.test(property)
    ? Number(to) > Number(from)
    : /^min/.test(property) && Number(to) < Number(from)
  const isLimit = verdicts.some(({ ruleId }) => ruleId === 'schema-constraint-changed')
  if (isLimit && (to === undefined || isWider)) return { class: 'may-break', message }
  const mayLack = typeName === 'Header' && property === 'required' && to === undefined
  return { class: classOf(difference, mayLack ? 'breaking' : 'non-breaking'), message }
}
