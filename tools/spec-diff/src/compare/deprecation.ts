import { asObject, canonical, type Json, type JsonObject } from '../load/json.ts'
import type { Difference } from './difference.ts'
import type { Pairing } from './pairing.ts'
import type { Both, Site } from './site.ts'

/** The first day on which a part may be removed, in the extension that oasdiff reads too. */
const SUNSET = 'x-sunset'
const SINCE = /^x-([a-z]+-)*deprecated-since$/
const VALUES = /^x-([a-z]+-)*deprecated-values$/

interface Deprecation {
  isDeprecated: boolean
  sunset?: string
}

/**
 * Compares `deprecated` and the sunset of an operation, a parameter or a header. Returns the members that it covers.
 */
export function compareDeprecation(site: Site, both: Both): string[] {
  const [was, is] = [both.base, both.revision].map(each =>
    deprecationOf(each.deprecated === true, each[SUNSET]),
  )
  const change = changeOf(was, is)
  if (change) site.note(change.rule, both, { ...change, member: 'deprecated' })
  const keys = Object.keys({ ...both.base, ...both.revision })
  return ['deprecated', ...keys.filter(key => isCovered(key, was, is))]
}

/** Compares deprecation and sunset of a schema and of its enum values. Returns the annotations that it covers. */
export function compareSchemaDeprecation(pairing: Pairing): Set<string> {
  const { base, revision } = pairing
  const [was, is] = [base, revision].map(each =>
    deprecationOf(each.isDeprecated, each.annotations.get(SUNSET)),
  )
  const change = changeOf(was, is)
  if (change) pairing.differs(change.rule, { ...change, keyword: 'deprecated' })
  const [before, after] = [valuesOf(base.annotations), valuesOf(revision.annotations)]
  const keys = [...base.annotations.keys(), ...revision.annotations.keys()]
  const covered = new Set(keys.filter(key => isCovered(key, was, is)))
  for (const value of new Set([...before.keys(), ...after.keys()])) {
    // The rules of enums report a value that is gone.
    const isGone = base.values?.has(canonical(value)) && !revision.values?.has(canonical(value))
    const its = isGone ? undefined : changeOf(before.get(value), after.get(value))
    if (its) pairing.differs(its.rule, { ...its, keyword: 'enum', segment: `=${value}` })
    if (its || isGone) for (const key of keys.filter(key => VALUES.test(key))) covered.add(key)
  }
  return covered
}

/** The sunset of a part, or of one of its enum values, for the difference that removes it. */
export function sunsetOf(part: JsonObject): Pick<Difference, 'sunset'> {
  const { sunset } = deprecationOf(part.deprecated === true, part[SUNSET])
  return sunset === undefined ? {} : { sunset }
}

/** The sunset of a field that is gone. */
export function fieldSunset({ isDeprecated, annotations }: Pairing['base']): Pick<Difference, 'sunset'> {
  return sunsetOf({ deprecated: isDeprecated, ...Object.fromEntries(annotations) })
}

/** The sunset of an enum value that is gone. */
export function valueSunset({ annotations }: Pairing['base'], value: Json): Pick<Difference, 'sunset'> {
  const sunset = valuesOf(annotations).get(String(value))?.sunset
  return sunset === undefined ? {} : { sunset }
}

function deprecationOf(isDeprecated: boolean, sunset: Json | undefined): Deprecation {
  return { isDeprecated, ...(isDeprecated && sunset !== undefined ? { sunset: String(sunset) } : {}) }
}

/** From an extension such as `x-deprecated-values: { RED: { sunset: 2027-06-30 } }`. */
function valuesOf(annotations: ReadonlyMap<string, Json>): Map<string, Deprecation> {
  const said = [...annotations].flatMap(([key, value]) =>
    VALUES.test(key) ? Object.entries(asObject(value)) : [],
  )
  return new Map(said.map(([value, days]) => [value, deprecationOf(true, asObject(days).sunset)]))
}

const stays: Deprecation = { isDeprecated: false }

function changeOf(was = stays, is = stays): Pick<Difference, 'rule' | 'from' | 'to'> | undefined {
  const [from, to] = [was.sunset, is.sunset]
  if (!is.isDeprecated) return was.isDeprecated ? { rule: 'undeprecated' } : undefined
  if (from === to) return was.isDeprecated ? undefined : { rule: 'deprecated' }
  if (from === undefined) return { rule: 'sunset-announced', to }
  return { rule: to !== undefined && to < from ? 'sunset-earlier' : 'sunset-later', from, to }
}

function isCovered(key: string, was = stays, is = stays): boolean {
  if (key === SUNSET) return was.isDeprecated || is.isDeprecated
  return SINCE.test(key) && was.isDeprecated !== is.isDeprecated
}
