import { everyObject, type Rule, type Schema } from './redocly.ts'

interface Deprecable {
  readonly deprecated?: boolean
  readonly 'x-tn-deprecated-since'?: unknown
  readonly 'x-sunset'?: unknown
}

/**
 * A deprecated part has the day of its deprecation, for the header `Deprecation`. Its sunset, the first day on which
 * a release may remove it, is later.
 */
export const deprecations: Rule = () => ({
  ...everyObject((node: Deprecable, { report }) => {
    const { deprecated, 'x-tn-deprecated-since': since, 'x-sunset': sunset } = node
    if (deprecated === true) for (const message of problems(since, sunset)) report({ message })
    else if (since !== undefined || sunset !== undefined)
      report({ message: 'x-tn-deprecated-since and x-sunset need deprecated: true beside them.' })
  }),
  Schema: (schema: Schema, { report }) => {
    for (const [value, days] of Object.entries(schema['x-tn-deprecated-values'] ?? {})) {
      if (!schema.enum?.includes(value))
        report({ message: `x-tn-deprecated-values has ${value}, which is no value.` })
      for (const message of problems(days?.since, days?.sunset)) report({ message: `${value}: ${message}` })
    }
  },
})

function problems(since: unknown, sunset: unknown): string[] {
  if (since === undefined) return ['A deprecated part needs the day of its deprecation.']
  const wrong = [since, sunset].filter(day => day !== undefined && !isDay(day))
  if (wrong.length > 0) return wrong.map(day => `"${day}" is not a day such as 2027-06-30.`)
  if (sunset === undefined || String(since) < String(sunset)) return []
  return [`The sunset ${sunset} must be later than the deprecation ${since}.`]
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}
