import { asObject, canonical, type Json, type JsonObject, matched } from '../load/json.ts'
import type { Form } from '../normalise/form.ts'
import type { Difference } from './difference.ts'
import type { SchemaPair } from './pair.ts'

/** The first day on which a part may be removed, in the extension that oasdiff reads too. */
const SUNSET = 'x-sunset'
const SINCE = /^x-([a-z]+-)*deprecated-since$/
const VALUES = /^x-([a-z]+-)*deprecated-values$/

interface Deprecation {
  isDeprecated: boolean
  sunset?: string
}

/** A change of a deprecation, and the members that it covers. */
interface Change {
  change?: Pick<Difference, 'rule' | 'from' | 'to'>
  covered: Set<string>
}

export function deprecationChange(base: JsonObject, revision: JsonObject): Change {
  const [before, after] = [deprecationOf(base), deprecationOf(revision)]
  const isEither = before.isDeprecated || after.isDeprecated
  const isBoth = before.isDeprecated && after.isDeprecated
  const isCovered = (key: string) =>
    key === 'deprecated' || (key === SUNSET && isEither) || (SINCE.test(key) && isEither && !isBoth)
  const keys = Object.keys({ ...base, ...revision })
  const change = changeOf(before, after)
  return { ...(change ? { change } : {}), covered: new Set(keys.filter(isCovered)) }
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
export function sunsetOf(part: JsonObject): Pick<Difference, 'sunset'> {
  const { sunset } = deprecationOf(part)
  return sunset === undefined ? {} : { sunset }
}

export function valueSunset(form: Form, value: Json): string | undefined {
  return ofValues(form).get(String(value))?.sunset
}

/** A schema's deprecation as members, as other parts have it. */
export function membersOf({ isDeprecated, annotations }: Form): JsonObject {
  return { ...Object.fromEntries(annotations), deprecated: isDeprecated }
}

function deprecationOf({ deprecated, [SUNSET]: sunset }: JsonObject): Deprecation {
  const isDeprecated = deprecated === true
  return { isDeprecated, ...(isDeprecated && sunset !== undefined ? { sunset: String(sunset) } : {}) }
}

/** By enum value, from an extension such as `x-deprecated-values: { RED: { sunset: 2027-06-30 } }`. */
function ofValues({ annotations }: Form): Map<string, Deprecation> {
  const values = [...annotations].flatMap(([key, value]) =>
    VALUES.test(key) ? Object.entries(asObject(value)) : [],
  )
  const deprecation = (days: Json) =>
    deprecationOf({ deprecated: true, [SUNSET]: asObject(days).sunset as Json })
  return new Map(values.map(([value, days]) => [value, deprecation(days)]))
}

const none: Deprecation = { isDeprecated: false }

function changeOf(before = none, after = none): Change['change'] {
  const [from, to] = [before.sunset, after.sunset]
  if (!after.isDeprecated) return before.isDeprecated ? { rule: 'undeprecated' } : undefined
  if (from === to) return before.isDeprecated ? undefined : { rule: 'deprecated' }
  if (from === undefined) return { rule: 'sunset-announced', to }
  return { rule: to !== undefined && to < from ? 'sunset-earlier' : 'sunset-later', from, to }
}
