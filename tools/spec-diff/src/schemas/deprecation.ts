import { asObject, canonical, type Json, type JsonObject, matched } from '../load/json.ts'
import type { Form } from '../normalise/form.ts'
import type { Difference } from './difference.ts'
import type { SchemaPair } from './pair.ts'

/** The first day on which a part may be removed, in the extension that oasdiff reads too. */
const SUNSET = 'x-sunset'
const SINCE = /^x-([a-z]+-)*deprecated-since$/
const VALUES = /^x-([a-z]+-)*deprecated-values$/

interface Deprecation {
  sunset?: string
}

type Change = Pick<Difference, 'rule' | 'from' | 'to'>

/** The change of a deprecation, and the members that it covers. */
export function deprecationChange(base: JsonObject, revision: JsonObject) {
  const [before, after] = [deprecationOf(base), deprecationOf(revision)]
  const isEither = before !== undefined || after !== undefined
  const isBoth = before !== undefined && after !== undefined
  const isCovered = (key: string) =>
    key === 'deprecated' || (key === SUNSET && isEither) || (SINCE.test(key) && isEither && !isBoth)
  const keys = Object.keys({ ...base, ...revision })
  return { change: changeOf(before, after), covered: new Set(keys.filter(isCovered)) }
}

/** Compares deprecation and sunset of a schema and of its enum values. Returns the annotations that it covers. */
export function compareDeprecation(pair: SchemaPair): Set<string> {
  const { base, revision } = pair
  const { change, covered } = deprecationChange(membersOf(base), membersOf(revision))
  if (change) pair.differs(change.rule, { ...change, keyword: 'deprecated' })
  const lists = [...base.annotations.keys(), ...revision.annotations.keys()].filter(key => VALUES.test(key))
  for (const [value, from, to] of matched(ofValues(base), ofValues(revision))) {
    // The rules of enums report a removed value.
    const isRemoved = base.values?.has(canonical(value)) && !revision.values?.has(canonical(value))
    const valueChange = isRemoved ? undefined : changeOf(from, to)
    if (valueChange) pair.differs(valueChange.rule, { ...valueChange, keyword: 'enum', segment: `=${value}` })
    if (valueChange || isRemoved) for (const key of lists) covered.add(key)
  }
  return covered
}

/** The announced sunset of a removed part. */
export function sunsetOf(part: JsonObject): Deprecation {
  return deprecationOf(part) ?? {}
}

export function valueSunset(form: Form, value: Json): string | undefined {
  return ofValues(form).get(String(value))?.sunset
}

/** A schema's deprecation as members, as other parts have it. */
export function membersOf({ isDeprecated, annotations }: Form): JsonObject {
  return { ...Object.fromEntries(annotations), deprecated: isDeprecated }
}

function deprecationOf({ deprecated, [SUNSET]: sunset }: JsonObject): Deprecation | undefined {
  return deprecated === true ? until(sunset) : undefined
}

function until(sunset: Json | undefined): Deprecation {
  return sunset === undefined ? {} : { sunset: String(sunset) }
}

/** By enum value, from an extension such as `x-deprecated-values: { RED: { sunset: 2027-06-30 } }`. */
function ofValues({ annotations }: Form): Map<string, Deprecation> {
  const lists = [...annotations].filter(([key]) => VALUES.test(key)).map(([, list]) => asObject(list))
  const values = lists.flatMap(list => Object.entries(list))
  return new Map(values.map(([value, days]) => [value, until(asObject(days).sunset)]))
}

function changeOf(before: Deprecation | undefined, after: Deprecation | undefined): Change | undefined {
  const [from, to] = [before?.sunset, after?.sunset]
  if (!after) return before && { rule: 'undeprecated' }
  if (from === to) return before ? undefined : { rule: 'deprecated' }
  if (from === undefined) return { rule: 'sunset-announced', to }
  return { rule: to !== undefined && to < from ? 'sunset-earlier' : 'sunset-later', from, to }
}
