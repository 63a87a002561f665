import { isNamed, type Rule, type Schema } from './redocly.ts'

interface Described {
  readonly name?: string
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
}

const missing = (text: unknown): boolean => typeof text !== 'string' || text.trim() === ''

/**
 * Every operation, parameter, header, named schema, property and enum value has a description. A property has its own,
 * next to its `$ref`: the description of market ids differs from the purpose of one market id.
 */
export const described: Rule = () => ({
  Operation: (operation: Described, { report }) => {
    if (missing(operation.summary)) report({ message: `Operation ${operation.operationId} has no summary.` })
    if (missing(operation.description))
      report({ message: `Operation ${operation.operationId} has no description.` })
  },
  Parameter: (parameter: Described, { report }) => {
    if (missing(parameter.description)) report({ message: `Parameter ${parameter.name} has no description.` })
  },
  Header: (header: Described, { report }) => {
    if (missing(header.description)) report({ message: 'The header has no description.' })
  },
  Schema: (schema: Schema, { report, location }) => {
    if (isNamed(location) && missing(schema.description))
      report({ message: 'The schema has no description.' })
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (missing(property.description)) {
        report({
          message: `Property ${name} has no description.`,
          location: location.child(['properties', name]),
        })
      }
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
