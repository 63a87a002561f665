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
  const [was, is] = [before && nodeAt(base, before), after && nodeAt(revision, after)]
  const pointer = after ?? before ?? '#'
  const name = nameOf(pointer)
  const hasBoth = difference.base?.value !== undefined && difference.revision?.value !== undefined
  const isList = (property === 'enum' && hasBoth) || (property === 'required' && typeName === 'Schema')
  if (isPart) return ratePart(difference, name, was).map(each => ({ ...each, pointer }))
  if (!isList || !isObject(was) || !isObject(is)) return [{ ...rateKeyword(difference, name), pointer }]
  const isOpen = nodeAt(revision, `#/components/schemas/Open${name}`) !== undefined
  return rateList(difference, name, was, is, isOpen).map(each => ({ ...each, pointer }))
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

/** The values of an enum, which have names in the types, or the required fields of a schema, that are gone and new. */
function rateList(
  { property, verdicts }: Difference,
  name: string,
  was: JsonObject,
  is: JsonObject,
  isOpen: boolean,
): Rating[] {
  const isEnum = property === 'enum'
  const [from, to] = [was, is].map(node => (node[isEnum ? 'enum' : 'required'] ?? []) as string[]) as [
    string[],
    string[],
  ]
  // Another difference tells of a field that is new or gone.
  const isIn = ({ properties }: JsonObject, value: string) => !isObject(properties) || value in properties
  const remains = (value: string) => isEnum || (isIn(was, value) && isIn(is, value))
  const lost = from.filter(each => !to.includes(each) && remains(each))
  const gained = to.filter(each => !from.includes(each) && remains(each))
  const days = (was['x-tn-deprecated-values'] ?? {}) as JsonObject
  const isClosed = !isOpen && verdicts.some(({ ruleId }) => ruleId === 'enum-values-added')
  const ratings: [Class, string, string[]][] = [
    ['breaking', isEnum ? 'lost' : 'may lack', lost],
    [isClosed ? 'may-break' : 'non-breaking', isEnum ? 'gained' : 'always has', gained],
  ]
  return ratings
    .filter(([, , values]) => values.length > 0)
    .map(([verdict, verb, values]) => ({
      class: verdict,
      message: `${code(name)} ${verb} ${code(...values)}.`,
      sunset: sunsetIn(values.map(value => days[value])),
    }))
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
  const growth = Number(to) - Number(from)
  const isWider = (property.startsWith('max') && growth > 0) || (property.startsWith('min') && growth < 0)
  const isLimit = verdicts.some(({ ruleId }) => ruleId === 'schema-constraint-changed')
  if (isLimit && (to === undefined || isWider)) return { class: 'may-break', message }
  const mayLack = typeName === 'Header' && property === 'required' && to === undefined
  return { class: classOf(difference, mayLack ? 'breaking' : 'non-breaking'), message }
}
