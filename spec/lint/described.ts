import { isNamed, type Rule, type Schema } from './redocly.ts'

interface Parameter {
  readonly name?: string
  readonly example?: unknown
  readonly schema?: { readonly $ref?: string }
}

const WITHOUT_EXAMPLE: ReadonlySet<string> = new Set([
  'pagination.last',
  'If-None-Match',
  'X-Min-Block-Height',
])

const missing = (text: unknown): boolean => typeof text !== 'string' || text.trim() === ''

/**
 * Every named schema, property and enum value has a description. A property has its own, next to its `$ref`: the
 * description of market ids differs from the purpose of one market id. Every parameter has an example. Viewers send those of
 * an operation together, so a value that contradicts another one, or that only an earlier response tells, has none.
 */
export const described: Rule = () => ({
  Parameter: ({ name, example, schema }: Parameter, { report }) => {
    const isLeftOut = WITHOUT_EXAMPLE.has(name ?? '') || schema?.$ref?.endsWith('/Cursor')
    if (example === undefined && !isLeftOut) report({ message: `Parameter ${name} has no example.` })
  },
  Schema: (schema: Schema, { report, location }) => {
    if (isNamed(location) && missing(schema.description))
      report({ message: 'The schema has no description.' })
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const at = location.child(['properties', name])
      if (missing(property.description))
        report({ message: `Property ${name} has no description.`, location: at })
    }
    const meanings = schema['x-enumDescriptions'] ?? {}
    for (const value of schema.enum ?? []) {
      if (missing(meanings[String(value)]))
        report({ message: `Enum value ${value} has no meaning in x-enumDescriptions.` })
    }
    for (const value of Object.keys(meanings)) {
      if (!schema.enum?.includes(value))
        report({ message: `x-enumDescriptions explains ${value}, which is no value.` })
    }
  },
})
