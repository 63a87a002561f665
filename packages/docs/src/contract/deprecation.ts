/** A part of the contract that may be deprecated. Dates are days such as `2027-06-30`. */
export interface Deprecable {
  readonly deprecated?: boolean
  readonly 'x-tn-deprecated-since'?: string
  readonly 'x-sunset'?: string
}

/** The days of the deprecated values of an enum, by value. */
export type DeprecatedValues = Readonly<Record<string, { readonly since?: string; readonly sunset?: string }>>

/** `deprecated since 2026-12-01, until 2027-06-30`, for a badge; nothing for a part that stays. */
export function deprecationOf(part: Deprecable): { deprecation?: string } {
  return part.deprecated ? words(part['x-tn-deprecated-since'], part['x-sunset']) : {}
}

/** The same for a value of an enum. */
export function valueDeprecation(
  values: DeprecatedValues | undefined,
  name: string,
): { deprecation?: string } {
  const days = values?.[name]
  return days ? words(days.since, days.sunset) : {}
}

function words(since: string | undefined, sunset: string | undefined): { deprecation: string } {
  const from = since === undefined ? 'deprecated' : `deprecated since ${since}`
  return { deprecation: sunset === undefined ? from : `${from}, until ${sunset}` }
}
